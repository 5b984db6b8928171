import { byId } from '../by-id.ts'

/** The button that shows the password; returns a way to hide it again. */
export function offerToReveal(password: HTMLInputElement): () => void {
  const button = byId('reveal', HTMLButtonElement)

  function show(isShown: boolean): void {
    const { show = '', showLabel = '', hide = '', hideLabel = '' } = button.dataset
    password.type = isShown ? 'text' : 'password'
    button.textContent = isShown ? hide : show
    button.ariaLabel = isShown ? hideLabel : showLabel
  }

  button.addEventListener('click', () => {
    show(password.type === 'password')
    password.focus()
  })
  show(false)
  button.hidden = false
  return () => show(false)
}
