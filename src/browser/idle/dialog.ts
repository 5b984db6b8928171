import { byId } from '../by-id.ts'

/** The last minute of a session: how long it still has, also in the tab's title, and two ways on. */
export function idleDialog({ stay }: { readonly stay: () => void }) {
  const dialog = byId('idle', HTMLDialogElement)
  const sentence = byId('idle-sentence', HTMLElement)
  const stayButton = byId('idle-stay', HTMLButtonElement)
  const { ending = '', lastEnding = '' } = sentence.dataset
  const title = document.title
  const inSeconds = new Intl.NumberFormat(document.documentElement.lang, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'long',
  })

  stayButton.addEventListener('click', stay)
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    if (!stayButton.hidden) stay()
  })

  return {
    isOpen: () => dialog.open,
    show(seconds: number, isLast: boolean): void {
      sentence.textContent = (isLast ? lastEnding : ending).replace('{time}', inSeconds.format(seconds))
      stayButton.hidden = isLast
      document.title = `(${seconds}) ${title}`
      if (!dialog.open) dialog.showModal()
    },
    close(): void {
      if (!dialog.open) return
      dialog.close()
      document.title = title
    },
  }
}
