import { byId } from '../by-id.ts'

/** No login takes longer: after that the visitor may have pressed Stop. */
const LONGEST_LOGIN_MS = 20_000

/** The button says that the login is under way, and a second click does nothing. */
export function showBusy(form: HTMLFormElement): void {
  const button = byId('submit', HTMLButtonElement)
  const label = button.textContent

  function setBusy(isBusy: boolean): void {
    button.ariaBusy = String(isBusy)
    button.textContent = isBusy ? (button.dataset.busy ?? label) : label
  }

  form.addEventListener('submit', (event) => {
    if (button.ariaBusy === 'true') return event.preventDefault()
    setBusy(true)
    setTimeout(setBusy, LONGEST_LOGIN_MS, false)
  })
}
