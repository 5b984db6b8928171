import { ask } from '../service.ts'

/** What counts as somebody being there. A mouse also moves when the table is bumped. */
const signs = ['keydown', 'pointerdown'] as const

interface ActivityOptions {
  readonly isCounted: () => boolean
  readonly hasTold: () => void
}

/** Tells the service that somebody is there, no more often than it writes that down. */
export function watchActivity({ isCounted, hasTold }: ActivityOptions) {
  let paceMs = 60_000
  let toldAt = Date.now() // whoever loaded the page was there
  let timer: ReturnType<typeof setTimeout> | undefined

  async function tell(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    toldAt = Date.now()
    // Any request of the user's own keeps the session; this one has no body and asks the device for nothing.
    await ask('/', { method: 'HEAD' }).catch(() => undefined)
    hasTold()
  }

  function notice(): void {
    if (timer === undefined && isCounted())
      timer = setTimeout(tell, Math.max(0, toldAt + paceMs - Date.now()))
  }

  for (const sign of signs) addEventListener(sign, notice, { passive: true })
  return {
    tell,
    setPace(ms: number): void {
      paceMs = Math.max(ms, 1000)
    },
  }
}
