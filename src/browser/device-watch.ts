import { byId } from './by-id.ts'
import { onHtmx } from './htmx-event.ts'

const RETRY_MS = 5_000

/**
 * While the device does not answer, tries again for what is missing and says so; when it is back, everything reloads.
 * The layout around the fragments is always there: it never waits for the device.
 */
export function watchDevice(): void {
  const missing = new Map<Element, 'device' | 'unknown'>() // and who is silent
  let attempts: number | undefined // none while the device answers
  let timer: ReturnType<typeof setTimeout> | undefined

  function tryAgain(): void {
    clearTimeout(timer)
    timer = undefined
    for (const place of missing.keys()) if (!place.isConnected) missing.delete(place)
    if (missing.size > 0 && !document.hidden) {
      attempts = (attempts ?? 0) + 1
      ask(missing.keys())
    }
    follow()
  }

  function follow(): void {
    if (missing.size > 0) {
      attempts ??= 0
      timer ??= setTimeout(tryAgain, RETRY_MS)
    } else if (attempts !== undefined) {
      attempts = undefined
      ask(document.querySelectorAll('[hx-trigger*="retry"]'))
    }
    // The first is named before it is made, so that nothing moves when it is.
    const isDevice = [...missing.values()].every((silent) => silent === 'device')
    showSilence(attempts === undefined ? undefined : isDevice ? 'text' : 'unknown')
    showAttempt(attempts === undefined ? undefined : Math.max(1, attempts))
  }

  onHtmx('htmx:configRequest', ({ headers, triggeringEvent }) => {
    if (triggeringEvent?.type === 'retry') headers['X-Portico-Poll'] = '1'
  })
  onHtmx('htmx:beforeRequest', ({ requestConfig, target }, event) => {
    if (missing.has(target) && requestConfig.triggeringEvent === undefined) event.preventDefault()
  })
  onHtmx('htmx:afterRequest', ({ xhr, target }) => {
    if (silences.has(xhr.status)) missing.set(target, isToldOfDevice(xhr) ? 'device' : 'unknown')
    else missing.delete(target)
    follow()
  })
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && missing.size > 0) tryAgain()
  })
}

/** The device gave no answer, the service none, or a proxy says so of the service. */
const silences = new Set([0, 502, 503, 504])

function ask(places: Iterable<Element>): void {
  for (const place of places) {
    if (!place.classList.contains('htmx-request')) place.dispatchEvent(new Event('retry'))
  }
}

/** The service says of the device what it met there; a proxy, the store or the network are not the device. */
function isToldOfDevice({ responseText }: XMLHttpRequest): boolean {
  return responseText.includes('data-problem=')
}

/** What is said to screen readers is said once. */
function showSilence(sentence: 'text' | 'unknown' | undefined): void {
  const place = byId('device-gone', HTMLElement)
  // A vendor's layout may know one sentence only.
  const says = (sentence && (place.dataset[sentence] ?? place.dataset.text)) ?? ''
  if (place.textContent !== says) place.textContent = says
}

/** The count is for those who look. */
function showAttempt(attempt: number | undefined): void {
  const count = byId('device-gone-attempt', HTMLElement)
  count.textContent = attempt ? (count.dataset.text ?? '').replace('{attempt}', String(attempt)) : ''
}
