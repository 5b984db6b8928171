/**
 * A calculation that pauses at every `yield`. The work between two of them takes well below a
 * millisecond for real modules and a few for the worst ones.
 */
export type Work<T> = Generator<undefined, T, undefined>

/** Works without a pause. */
export function finish<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** Works for `sliceMs` at a time; other requests are answered in between. Throws when the signal is aborted. */
export async function finishInSlices<T>(
  work: Work<T>,
  { sliceMs = 8, signal }: { readonly sliceMs?: number; readonly signal?: AbortSignal } = {},
): Promise<T> {
  for (;;) {
    signal?.throwIfAborted()
    const end = performance.now() + sliceMs
    do {
      const step = work.next()
      if (step.done) return step.value
    } while (performance.now() < end)
    await nextTurn()
  }
}

/** Waits until the event loop has handled what is pending. A promise alone would run before it. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
