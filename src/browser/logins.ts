import { forget, remember, take } from './tab-memory.ts'
import { onTabs, tellTabs } from './tabs.ts'

/** Keeps the tabs of a browser on the same side of the door. Returns whether this one has just come in. */
export function followLogins(): boolean {
  const step = take('step')
  forget('ending')
  if (step === 'log-in') tellTabs('logged-in')

  addEventListener('submit', ({ target }) => {
    if (target instanceof HTMLFormElement && target.action.endsWith('/logout')) remember('step', 'log-out')
  })
  onTabs('logged-out', () => {
    remember('ending', 'signed-out')
    forget('page')
    location.replace('/login')
  })
  // Another user may have come in, and this page has the token of a session that is over.
  onTabs('logged-in', () => location.reload())
  return step === 'log-in' || step === 'follow'
}
