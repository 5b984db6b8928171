import { post } from '../service.ts'
import { tellTabs } from '../tabs.ts'

/** The choice of how long the session may lie idle takes effect when it is made. Without script there is a button. */
export function tendIdleLimit(changed: () => void): void {
  const select = document.querySelector<HTMLSelectElement>('select[name="timeout"]')
  let chosen = select?.value ?? ''

  select?.addEventListener('change', async () => {
    const answer = await post('/session/timeout', { timeout: select.value }).catch(() => undefined)
    if (!answer?.ok) select.value = chosen
    chosen = select.value
    tellTabs('session-used')
    changed()
  })
}
