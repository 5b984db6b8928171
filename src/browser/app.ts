import { offerToComeBack } from './come-back.ts'
import { watchDevice } from './device-watch.ts'
import { tendFragments } from './fragments.ts'
import { onHtmx } from './htmx-event.ts'
import { tendIdleLimit } from './idle/limit.ts'
import { watchIdle } from './idle/watch-idle.ts'
import { distrustKeptPages } from './kept-pages.ts'
import { followLogins } from './logins.ts'
import { csrfToken } from './service.ts'
import { tendThemeChoice } from './theme-choice.ts'
import { showLocalTimes } from './times.ts'
import { drawTraffic } from './traffic.ts'
import { tendUserMenu } from './user-menu.ts'

// Pages work without script, and htmx loads their fragments; this adds what it cannot know.
onHtmx('htmx:configRequest', ({ headers }) => {
  headers['X-CSRF-Token'] = csrfToken()
})
onHtmx('htmx:load', ({ elt }) => showLocalTimes(elt))
distrustKeptPages()
tendFragments()
tendUserMenu()
drawTraffic()
tendThemeChoice()
watchDevice()
offerToComeBack(followLogins())
tendIdleLimit(watchIdle())
