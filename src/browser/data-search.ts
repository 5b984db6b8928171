import { onHtmx } from './htmx.ts'

/** Arrow keys move from the search field through its results; Escape closes the results. */
export function initDataSearch(): void {
  const form = document.querySelector<HTMLFormElement>('.data-search')
  const field = form?.querySelector('input')
  const found = form?.querySelector<HTMLElement>('.data-found')
  if (!form || !field || !found) return

  form.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && found.hasChildNodes()) {
      found.replaceChildren()
      field.focus()
      event.preventDefault()
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const stops: readonly HTMLElement[] = [field, ...found.querySelectorAll('a')]
    const at = stops.findIndex((stop) => stop.matches(':focus'))
    const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)]
    if (at < 0 || !next) return
    next.focus()
    event.preventDefault()
  })
  // While the focus is in the results, an answer that arrives later does not replace them.
  onHtmx('htmx:beforeSwap', (detail) => {
    if (detail.target === found && found.contains(document.activeElement)) detail.shouldSwap = false
  })
  addEventListener('click', ({ target }) => {
    if (target instanceof Node && !form.contains(target)) found.replaceChildren()
  })
}
