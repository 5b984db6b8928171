import { tendFragments } from './fragments.ts'
import { onHtmx } from './htmx-event.ts'
import { distrustKeptPages } from './kept-pages.ts'
import { csrfToken } from './service.ts'
import { drawTraffic } from './traffic.ts'
import { tendUserMenu } from './user-menu.ts'

// Pages work without script, and htmx loads their fragments; this adds what it cannot know.
onHtmx('htmx:configRequest', ({ headers }) => {
  headers['X-CSRF-Token'] = csrfToken()
})
distrustKeptPages()
tendFragments()
tendUserMenu()
drawTraffic()
