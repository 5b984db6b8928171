import { byId } from './page.ts'
import { ask, askSession, post, type SessionTimes } from './service.ts'
import { onTabs, remember, tellTabs } from './tabs.ts'

const WARN_MS = 60_000
const ASK_AGAIN_MS = 30_000
const MAX_WAIT_MS = 60 * 60_000

/**
 * Warns before the session ends, and leaves when it has ended. Only the server decides that, and it is asked before
 * anything is shown: tabs agree, and neither a clock that jumps nor a stopped script changes anything.
 */
export function watchIdle(): void {
  let times: SessionTimes | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const activity = watchActivity({ isCounted: () => !dialog.isOpen(), onReported })
  const dialog = idleDialog({ stay: activity.report })

  async function update(): Promise<void> {
    const state = await askSession()
    if (state.kind === 'over') return location.assign('/login')
    if (state.kind === 'live') times = state.times
    plan()
  }

  function plan(): void {
    clearTimeout(timer)
    if (!times) {
      timer = setTimeout(update, ASK_AGAIN_MS)
      return
    }
    activity.setPace(Math.min(times.idleMs / 10, WARN_MS))
    const leftMs = times.endsAt - Date.now()
    const quietMs = leftMs - warnMs(times)
    if (quietMs > 0) {
      dialog.close()
      timer = setTimeout(update, Math.min(quietMs, MAX_WAIT_MS))
    } else {
      dialog.show(times)
      timer = setTimeout(leftMs > 0 ? plan : update, 1000)
    }
  }

  function onReported(): void {
    tellTabs('session-used')
    void update()
  }

  onTabs('session-used', update)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void update()
  })
  // A menu link after the end also leads to the login page, and this tab knows why.
  window.addEventListener('pagehide', () => {
    if (times && Date.now() >= times.endsAt - 2000) remember('ending', 'timed-out')
  })
  initIdleLimit(update)
  void update()
}

/** A very short limit is warned about in its second half. */
function warnMs({ idleMs, isLast }: SessionTimes): number {
  return isLast || idleMs > WARN_MS ? WARN_MS : idleMs / 2
}

/** User input that counts as activity. A mouse also moves when the table is bumped. */
const activityEvents = ['keydown', 'pointerdown'] as const

interface ActivityOptions {
  readonly isCounted: () => boolean
  readonly onReported: () => void
}

/** Reports activity to the service, no more often than the service records it. */
function watchActivity({ isCounted, onReported }: ActivityOptions) {
  let paceMs = 60_000
  let reportedAt = Date.now() // loading the page was activity
  let timer: ReturnType<typeof setTimeout> | undefined

  async function report(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    reportedAt = Date.now()
    // Any request by the user extends the session; this one has no body and no device call.
    await ask('/', { method: 'HEAD' }).catch(() => undefined)
    onReported()
  }

  function notice(): void {
    if (timer !== undefined || !isCounted()) return
    timer = setTimeout(report, Math.max(0, reportedAt + paceMs - Date.now()))
  }

  for (const name of activityEvents) addEventListener(name, notice, { passive: true })
  return {
    report,
    setPace(ms: number): void {
      paceMs = Math.max(ms, 1000)
    },
  }
}

/** The last minute of a session: how long it has left, also in the title of the tab, and what to do about it. */
function idleDialog({ stay }: { readonly stay: () => void }) {
  const dialog = byId('idle', HTMLDialogElement)
  const heading = byId('idle-title', HTMLElement)
  const sentence = byId('idle-sentence', HTMLElement)
  const stayButton = byId('idle-stay', HTMLButtonElement)
  const title = document.title
  const { lang } = document.documentElement
  const inSeconds = new Intl.NumberFormat(lang, { style: 'unit', unit: 'second', unitDisplay: 'long' })
  const clock = new Intl.DateTimeFormat(lang.replace(/^en$/, 'en-GB'), { timeStyle: 'medium' })

  stayButton.addEventListener('click', stay)
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    if (!stayButton.hidden) stay()
  })

  return {
    isOpen: () => dialog.open,
    show({ endsAt, isLast }: SessionTimes): void {
      const seconds = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))
      setText(heading, isLast ? 'last' : 'idle', '')
      setText(sentence, isLast ? 'last' : 'idle', isLast ? clock.format(endsAt) : inSeconds.format(seconds))
      stayButton.hidden = isLast
      document.title = `(${seconds}) ${title}`
      if (!dialog.open) dialog.showModal()
    },
    close(): void {
      if (!dialog.open) return
      dialog.close()
      document.title = title
    },
  }
}

/** Writes one of an element's prepared texts. An equal text is not written again: a screen reader would repeat it. */
function setText(element: HTMLElement, name: 'idle' | 'last', time: string): void {
  const text = (element.dataset[name] ?? '').replace('{time}', time)
  if (element.textContent !== text) element.textContent = text
}

/** A chosen idle limit takes effect at once. Without script there is a button. */
function initIdleLimit(onChanged: () => void): void {
  const select = document.querySelector<HTMLSelectElement>('select[name="timeout"]')
  let chosen = select?.value ?? ''

  select?.addEventListener('change', async () => {
    const answer = await post('/session/timeout', { timeout: select.value }).catch(() => undefined)
    if (!answer?.ok) select.value = chosen
    chosen = select.value
    tellTabs('session-used')
    onChanged()
  })
}
