import { failure } from './codes.ts'

/** The end of one exchange: our own time limit or the caller's signal, whichever comes first. */
export interface Deadline {
  /** Its reason is the DeviceError to throw. */
  readonly signal: AbortSignal
  /** Ends it now. */
  giveUp(): void
  /** Takes the clock and the listener back. */
  clear(): void
}

export function startDeadline(timeoutMs: number, within?: AbortSignal): Deadline {
  const controller = new AbortController()
  const expire = () => controller.abort(failure('timeout'))
  const follow = () => controller.abort(failure(ranOut(within) ? 'timeout' : 'aborted'))

  const timer = setTimeout(expire, timeoutMs)
  within?.addEventListener('abort', follow, { once: true })
  if (within?.aborted) follow()

  return {
    signal: controller.signal,
    giveUp: () => controller.abort(failure('aborted')),
    clear() {
      clearTimeout(timer)
      within?.removeEventListener('abort', follow)
    },
  }
}

function ranOut(signal: AbortSignal | undefined): boolean {
  return signal?.reason instanceof DOMException && signal.reason.name === 'TimeoutError'
}
