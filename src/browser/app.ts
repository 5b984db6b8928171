import { initData } from './data.ts'
import { initDataSearch } from './data-search.ts'
import { watchDevice } from './device-watch.ts'
import { initFragments } from './fragments.ts'
import { onHtmx } from './htmx.ts'
import { watchIdle } from './idle.ts'
import { followLogins } from './logins.ts'
import { initThemeChoice, reloadKeptPages } from './page.ts'
import { csrfToken } from './service.ts'
import { showLocalTimes } from './times.ts'
import { drawTraffic } from './traffic.ts'

// Pages work without script, and htmx loads their fragments. This script adds the rest.
onHtmx('htmx:configRequest', ({ headers }) => {
  headers['X-CSRF-Token'] = csrfToken()
})
showLocalTimes(document.body)
// After htmx:load, which comes some frames later, the rows would change their height twice.
onHtmx('htmx:afterSwap', ({ target }) => showLocalTimes(target))
reloadKeptPages()
initData()
initFragments()
initDataSearch()
initUserMenu()
drawTraffic()
initThemeChoice()
watchDevice()
followLogins()
watchIdle()

/** The user menu closes as people expect of a menu: on Escape, on a click elsewhere, when the focus leaves it. */
function initUserMenu(): void {
  const menu = document.querySelector<HTMLDetailsElement>('.user-menu')
  if (!menu) return
  const isOutside = (target: EventTarget | null) => target instanceof Node && !menu.contains(target)

  addEventListener('click', ({ target }) => {
    if (isOutside(target)) menu.open = false
  })
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (isOutside(relatedTarget)) menu.open = false
  })
  menu.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return
    menu.open = false
    menu.querySelector('summary')?.focus()
  })
}
