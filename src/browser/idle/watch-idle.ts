import { askSession, type SessionTimes } from '../session-times.ts'
import { remember } from '../tab-memory.ts'
import { onTabs, tellTabs } from '../tabs.ts'
import { watchActivity } from './activity.ts'
import { idleDialog } from './dialog.ts'

const WARN_MS = 60_000
const ASK_AGAIN_MS = 30_000
const LONGEST_WAIT_MS = 60 * 60_000

/**
 * Warns before the session ends, and leaves when it has. The end is the server's: it is asked before anything is said,
 * so that tabs agree, a clock that jumps ends nothing, and a stopped script changes nothing. Returns a way to ask now.
 */
export function watchIdle(): () => void {
  let times: SessionTimes | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const activity = watchActivity({ isCounted: () => !dialog.isOpen(), hasTold })
  const dialog = idleDialog({ stay: activity.tell })

  async function learn(): Promise<void> {
    const state = await askSession()
    if (state.kind === 'over') return location.assign('/login')
    if (state.kind === 'live') times = state.times
    plan()
  }

  function plan(): void {
    clearTimeout(timer)
    if (!times) {
      timer = setTimeout(learn, ASK_AGAIN_MS)
      return
    }
    activity.setPace(Math.min(times.idleMs / 10, WARN_MS))
    const leftMs = times.endsAt - Date.now()
    const quietMs = leftMs - warnMs(times)
    if (quietMs > 0) {
      dialog.close()
      timer = setTimeout(learn, Math.min(quietMs, LONGEST_WAIT_MS))
    } else {
      dialog.show(Math.max(0, Math.ceil(leftMs / 1000)), times.isLast)
      timer = setTimeout(leftMs > 0 ? plan : learn, 1000)
    }
  }

  function hasTold(): void {
    tellTabs('session-used')
    void learn()
  }

  onTabs('session-used', learn)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void learn()
  })
  // However the page is left then, a menu link included, this tab knows why the login page comes.
  window.addEventListener('pagehide', () => {
    if (times && Date.now() >= times.endsAt - 2000) remember('ending', 'timed-out')
  })
  void learn()
  return learn
}

/** A very short limit is warned about in its second half. */
function warnMs({ idleMs, isLast }: SessionTimes): number {
  return isLast || idleMs > WARN_MS ? WARN_MS : idleMs / 2
}
