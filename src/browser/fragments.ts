import { onHtmx } from './htmx.ts'
import { byId, focusContent } from './page.ts'

/** The status of an answer that repeats what the page shows. */
export const UNCHANGED = 204

/** Shows a failure where the fragment stands, once, and keeps what was there. */
export function initFragments(): void {
  onHtmx('htmx:beforeRequest', ({ requestConfig, target }, event) => {
    // A hidden tab does not refresh, once it has content to show.
    const isPoll = 'X-Portico-Poll' in requestConfig.headers
    if (isPoll && document.hidden && !isWaiting(target)) event.preventDefault()
  })
  onHtmx('htmx:beforeSwap', (detail) => {
    const { xhr, target } = detail
    const problem = problemIn(xhr)
    if (problem !== undefined) detail.shouldSwap = canShowProblem(problem, target)
    else if (xhr.status >= 500) {
      detail.shouldSwap = false // a proxy's page, not ours
      showLost(target)
    }
  })
  keepFocus()
  skipUnchanged()
  for (const failure of ['htmx:sendError', 'htmx:timeout', 'htmx:responseError'] as const) {
    onHtmx(failure, ({ target }) => showLost(target))
  }
}

/** Tells the service what a fragment shows: when that is still true, the answer is empty and nothing is drawn again. */
function skipUnchanged(): void {
  const shown = new WeakMap<Element, string>()
  onHtmx('htmx:configRequest', ({ headers, target }) => {
    const content = shown.get(target)
    if (content !== undefined) headers['X-Portico-Shown'] = content
  })
  onHtmx('htmx:afterSwap', ({ xhr, target }) => {
    const content = xhr.getResponseHeader('X-Portico-Content')
    if (content === null) shown.delete(target)
    else shown.set(target, content)
  })
  onHtmx('htmx:afterRequest', ({ xhr, target }) => {
    if (xhr.status === UNCHANGED) target.querySelector(':scope > .note')?.remove()
  })
}

/** The problem with the device that an answer of the service reports. */
export function problemIn({ responseText }: XMLHttpRequest): string | undefined {
  return /data-problem="([a-z]+)"/.exec(responseText)?.[1]
}

/** "Try again" disappears with the problem it belongs to; the focus must not jump to the top of the page then. */
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

function isWaiting(element: Element): boolean {
  return element.querySelector('.fragment-wait') !== null
}

/** Not in the top bar; and not where it is shown already: a screen reader would read it at every refresh. */
function canShowProblem(problem: string, element: Element): boolean {
  return !element.matches('.brand-name') && element.querySelector(`[data-problem="${problem}"]`) === null
}

function showLost(element: Element): void {
  if (!element.matches('.fragment') || element.querySelector('.note')) return
  element.prepend(byId('lost', HTMLTemplateElement).content.cloneNode(true))
}
