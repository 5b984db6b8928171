import { onHtmx } from './htmx.ts'

/** Arrow keys lead from the search field through what it found; Escape puts the results away. */
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
  // Who is among the results already does not lose them to what is still on its way.
  onHtmx('htmx:beforeSwap', (detail) => {
    if (detail.target === found && found.contains(document.activeElement)) detail.shouldSwap = false
  })
  addEventListener('click', ({ target }) => {
    if (target instanceof Node && !form.contains(target)) found.replaceChildren()
  })
}
