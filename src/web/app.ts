import { Hono } from 'hono'
import type { Device } from '../device/device.ts'
import type { Log } from '../log.ts'
import type { LoginParts } from '../login/log-in.ts'
import type { CsrfTokens } from '../session/csrf-tokens.ts'
import { DeviceAccess } from '../session/device-access.ts'
import type { Sessions } from '../session/sessions.ts'
import { aboutPageRoute } from './about/about-page.ts'
import type { Assets } from './assets.ts'
import { authRoutes } from './auth-routes.ts'
import { Cookies } from './cookies.ts'
import { answerFailure } from './failure.ts'
import { guardToken, refuseForeignChange } from './guards/csrf.ts'
import { guardFraming } from './guards/framing.ts'
import { securityHeaders } from './guards/headers.ts'
import { requireHost } from './guards/host.ts'
import { refuseUnknown, refuseWrongMethod } from './guards/routes.ts'
import { extendSession, loadSession, requireSession } from './guards/session.ts'
import { identify } from './identify.ts'
import { LoginPage, loginRoute } from './login.ts'
import { logoutRoute } from './logout.ts'
import { Messages } from './messages.ts'
import { pages, shellFragments } from './pages/index.ts'
import { pageRoutes } from './pages/routes.ts'
import { Shell } from './pages/shell.ts'
import { preferencesRoute } from './preferences.ts'
import type { Proxies } from './proxies.ts'
import { type Answer, rememberLoginPage } from './remember-login-page.ts'
import { answer, Routes } from './routes.ts'
import type { Scope } from './scope.ts'
import { Screen } from './screen.ts'
import { sessionPageRoutes } from './sessions/session-page.ts'
import { sessionRoutes } from './sessions/session-routes.ts'
import { staticRoutes } from './static-routes.ts'
import type { Render } from './views/render.ts'

export interface AppParts {
  readonly device: Device
  readonly sessions: Sessions
  readonly login: LoginParts
  readonly csrf: CsrfTokens
  readonly proxies: Proxies
  readonly render: Render
  readonly assets: Assets
  readonly log: Log
  readonly consoleUrl: string
  /** The names we answer to; none for any. */
  readonly allowedHosts: readonly string[] | undefined
  /** The value of Strict-Transport-Security on secure requests; none to leave it out. */
  readonly hsts: string | undefined
  /** A vendor's words before login; empty for none. */
  readonly banner: string
  /** False when templates of a vendor replace some of ours. */
  readonly isOurs: boolean
}

/** The whole service as one function from Request to Response. A request passes the guards from top to bottom. */
export function createApp(parts: AppParts): Answer {
  const { sessions, proxies, csrf, consoleUrl, hsts, log } = parts
  const cookies = new Cookies(proxies)
  const screen = new Screen(parts)
  const messages = new Messages(screen)
  const loginPage = new LoginPage(screen, cookies)
  const shell = new Shell({
    screen,
    pages,
    consoleUrl,
    deviceNamePath: '/device-name',
    longestIdleMs: sessions.longestIdleMs,
  })
  const access = new DeviceAccess(parts.device, sessions)

  const routes = new Routes([
    ...staticRoutes(parts),
    ...authRoutes(),
    loginRoute({ ...parts, cookies, loginPage }),
    logoutRoute({ sessions, cookies }),
    preferencesRoute(cookies),
    ...sessionRoutes(sessions),
    aboutPageRoute({ screen, shell }),
    ...sessionPageRoutes({ sessions, cookies, screen, shell, messages }),
    ...pageRoutes({ pages, shellFragments, access, screen, shell, messages, cookies }),
  ])

  const app = new Hono<Scope>()
    .use(securityHeaders(proxies, hsts))
    .use(identify(proxies, log))
    .use(guardFraming)
    .use(requireHost(parts.allowedHosts))
    .use(refuseWrongMethod(routes, messages))
    .use(loadSession(sessions, routes, cookies))
    .use(
      refuseForeignChange(proxies, (c) =>
        c.req.path === '/login' ? loginPage.showExpired(c) : messages.show(c, 403),
      ),
    )
    .use(requireSession(routes, { cookies, messages }))
    .use(refuseUnknown(routes, messages))
    .use(guardToken(csrf, messages))
    .use(extendSession(sessions, routes))
    .all('*', answer(routes))
    .onError(answerFailure(routes, messages))
  return rememberLoginPage((request, connection) => app.fetch(request, connection), csrf)
}
