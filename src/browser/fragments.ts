import { byId } from './by-id.ts'
import { focusContent } from './focus-content.ts'
import { onHtmx } from './htmx-event.ts'

/** Keeps fragments honest: what could not be loaded says so where it stands, once, and what was there stays. */
export function tendFragments(): void {
  onHtmx('htmx:beforeRequest', ({ requestConfig, target }, event) => {
    // A tab nobody looks at asks the device for nothing, once it has something to show.
    const isPoll = 'X-Portico-Poll' in requestConfig.headers
    if (isPoll && document.hidden && !isWaiting(target)) event.preventDefault()
  })
  onHtmx('htmx:beforeSwap', (detail) => {
    const { xhr, target } = detail
    const problem = /data-problem="([a-z]+)"/.exec(xhr.responseText)?.[1]
    if (problem !== undefined) detail.shouldSwap = hasRoomFor(problem, target)
    else if (xhr.status >= 500) {
      detail.shouldSwap = false // a proxy's page, not ours
      showLost(target)
    }
  })
  keepFocus()
  for (const failure of ['htmx:sendError', 'htmx:timeout', 'htmx:responseError'] as const) {
    onHtmx(failure, ({ target }) => showLost(target))
  }
}

/** The button that asked again goes with the problem it stood beside; whoever pressed it must not start from the top. */
function keepFocus(): void {
  let focused: Element | undefined
  onHtmx('htmx:beforeSwap', ({ target }) => {
    focused = target.contains(document.activeElement) ? target : undefined
  })
  onHtmx('htmx:afterSwap', ({ target }) => {
    if (target !== focused || target.contains(document.activeElement)) return
    const again = target.querySelector<HTMLElement>('.problem .button')
    if (again) again.focus()
    else focusContent()
  })
}

function isWaiting(place: Element): boolean {
  return place.querySelector('.fragment-wait') !== null
}

/** Not in the top bar; and not where it stands already: a screen reader would say it at every refresh. */
function hasRoomFor(problem: string, place: Element): boolean {
  return !place.matches('.brand-name') && place.querySelector(`[data-problem="${problem}"]`) === null
}

function showLost(place: Element): void {
  if (!place.matches('.fragment') || place.querySelector('.note')) return
  place.prepend(byId('lost', HTMLTemplateElement).content.cloneNode(true))
}
