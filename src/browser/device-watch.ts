import { problemIn } from './fragments.ts'
import { onHtmx } from './htmx.ts'
import { byId } from './page.ts'

const RETRY_MS = 5_000

/** What does not answer: the device (the service says so), or something between the browser and the service. */
type Silence = 'device' | 'unknown'

/**
 * While the device cannot be reached, says so and tries again for what is missing; when it is back, everything reloads.
 * The layout around the fragments is always there: it never waits for the device.
 */
export function watchDevice(): void {
  const missing = new Map<Element, Silence>()
  let attempts: number | undefined // undefined while everything answers
  let timer: ReturnType<typeof setTimeout> | undefined

  function tryAgain(): void {
    clearTimeout(timer)
    timer = undefined
    for (const element of missing.keys()) if (!element.isConnected) missing.delete(element)
    if (missing.size > 0 && !document.hidden) {
      attempts = (attempts ?? 0) + 1
      ask(missing.keys())
    }
    update()
  }

  function update(): void {
    if (missing.size > 0) {
      attempts ??= 0
      timer ??= setTimeout(tryAgain, RETRY_MS)
    } else if (attempts !== undefined) {
      attempts = undefined
      ask(document.querySelectorAll('[hx-trigger*="retry"]'))
    }
    const isDevice = [...missing.values()].every((silence) => silence === 'device')
    showSilence(attempts === undefined ? undefined : isDevice ? 'text' : 'unknown')
    // The first attempt is announced before it starts, so that the layout does not shift when it does.
    showAttempt(attempts === undefined ? undefined : Math.max(1, attempts))
  }

  onHtmx('htmx:configRequest', ({ headers, triggeringEvent }) => {
    if (triggeringEvent?.type === 'retry') headers['X-Portico-Poll'] = '1'
  })
  onHtmx('htmx:beforeRequest', ({ requestConfig, target }, event) => {
    if (missing.has(target) && requestConfig.triggeringEvent === undefined) event.preventDefault()
  })
  onHtmx('htmx:afterRequest', ({ xhr, target }) => {
    const silence = silenceIn(xhr)
    if (silence) missing.set(target, silence)
    else missing.delete(target)
    update()
  })
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && missing.size > 0) tryAgain()
  })
}

/** No answer at all, or a proxy reports that it got none. */
const silentStatuses = new Set([0, 502, 503, 504])

/** A device that refuses, or answers nonsense, can be reached: trying again would not help. */
function silenceIn(xhr: XMLHttpRequest): Silence | undefined {
  const problem = problemIn(xhr)
  if (problem === 'dead' || problem === 'slow') return 'device'
  return problem === undefined && silentStatuses.has(xhr.status) ? 'unknown' : undefined
}

function ask(elements: Iterable<Element>): void {
  for (const element of elements) {
    if (!element.classList.contains('htmx-request')) element.dispatchEvent(new Event('retry'))
  }
}

/** Screen readers read it once. */
function showSilence(sentence: 'text' | 'unknown' | undefined): void {
  const element = byId('device-gone', HTMLElement)
  // A vendor's layout may have one sentence only.
  const text = (sentence && (element.dataset[sentence] ?? element.dataset.text)) ?? ''
  if (element.textContent !== text) element.textContent = text
}

/** The count is not read out. */
function showAttempt(attempt: number | undefined): void {
  const count = byId('device-gone-attempt', HTMLElement)
  count.textContent = attempt ? (count.dataset.text ?? '').replace('{attempt}', String(attempt)) : ''
}
