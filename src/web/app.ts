import { hostname } from 'node:os'
import { type ErrorHandler, Hono } from 'hono'
import type { Shortcut } from '../features/declared.ts'
import type { Log } from '../log.ts'
import type { LoginParts } from '../login/log-in.ts'
import type { ModelState } from '../model/model-state.ts'
import type { DeviceAccess } from '../session/device-access.ts'
import type { CsrfTokens } from '../session/server-secret.ts'
import type { Session } from '../session/session.ts'
import { StoreUnavailable } from '../session/session-store.ts'
import type { Sessions } from '../session/sessions.ts'
import { aboutRoute } from './about.ts'
import type { Assets } from './assets.ts'
import { authRoutes } from './auth.ts'
import { Cookies } from './cookies.ts'
import { dataMenu, dataRoutes } from './data/data-routes.ts'
import { guardToken, refuseForeignChange } from './guards/csrf.ts'
import { guardFraming, identify, requireHost, securityHeaders } from './guards/request.ts'
import { extendSession, loadSession, requireSession, showUnavailable } from './guards/session.ts'
import { LoginPage, loginRoute } from './login.ts'
import { logoutRoute } from './logout.ts'
import { interfaceRoute } from './pages/interface.ts'
import { Layout } from './pages/layout.ts'
import { pageRoutes, pages } from './pages/routes.ts'
import { preferencesRoute } from './preferences.ts'
import type { Proxies } from './proxies.ts'
import { Renderer, type RendererParts } from './renderer.ts'
import { answer, Routes, refuseUnknown, refuseWrongMethod } from './routes.ts'
import type { Connection, Scope } from './scope.ts'
import { sessionRoutes } from './sessions.ts'
import { staticRoutes } from './static-routes.ts'
import type { Render } from './views/render.ts'

export interface AppParts {
  /** How far the device's model is, for a session's user. */
  readonly modelOf: (session: Session) => ModelState
  readonly access: DeviceAccess
  readonly sessions: Sessions
  readonly login: LoginParts
  readonly csrf: CsrfTokens
  readonly proxies: Proxies
  readonly render: Render
  readonly assets: Assets
  readonly log: Log
  readonly consoleUrl: string
  /** What operators have declared beside the console and the network browser. */
  readonly shortcuts: readonly Shortcut[]
  /** The host names that requests may use; undefined without the setting. */
  readonly allowedHosts: readonly string[] | undefined
  /** The value of Strict-Transport-Security on secure requests; none to leave it out. */
  readonly hsts: string | undefined
  /** A vendor's words before login; empty for none. */
  readonly banner: string
  /** What a theme calls the product and the login page. */
  readonly names?: RendererParts['names']
  /** False when templates of a vendor replace some of ours. */
  readonly isOurs: boolean
}

export type Answer = (request: Request, connection: Connection) => Response | Promise<Response>

/** The whole service as one function from Request to Response. A request passes the guards from top to bottom. */
export function createApp(parts: AppParts): Answer {
  const { access, sessions, proxies, csrf, shortcuts, consoleUrl, hsts, log } = parts
  const cookies = new Cookies(proxies)
  const renderer = new Renderer(parts)
  const loginPage = new LoginPage(renderer, cookies)
  const layout = new Layout({
    renderer,
    menu: [...pages, dataMenu],
    consoleUrl,
    shortcuts,
    maxIdleMs: sessions.maxIdleMs,
    now: () => sessions.now(),
  })

  const routes = new Routes([
    ...staticRoutes(parts),
    ...authRoutes({ shortcuts, access, proxies }),
    loginRoute({ ...parts, cookies, loginPage }),
    logoutRoute({ sessions, cookies, csrf, renderer }),
    preferencesRoute(cookies),
    aboutRoute({ renderer, layout }),
    ...sessionRoutes({ sessions, cookies, renderer, layout }),
    ...pageRoutes({ access, renderer, layout, sessions, cookies }),
    interfaceRoute({ access, renderer, layout, sessions, cookies, modelOf: parts.modelOf }),
    ...dataRoutes({ access, renderer, layout, sessions, cookies, modelOf: parts.modelOf }),
  ])

  const app = new Hono<Scope>()
    .use(securityHeaders(proxies, hsts))
    .use(identify(proxies, log))
    .use(guardFraming)
    .use(requireHost({ allowed: parts.allowedHosts, ownName: hostname(), proxies }))
    .use(refuseWrongMethod(routes, renderer))
    .use(loadSession(sessions, routes, cookies))
    .use(
      refuseForeignChange(proxies, (c) =>
        c.req.path === '/login' ? loginPage.showExpired(c) : renderer.showMessage(c, 403),
      ),
    )
    .use(requireSession(routes, { sessions, cookies, renderer }))
    .use(refuseUnknown(routes, renderer))
    .use(guardToken(routes, { csrf, renderer }))
    .use(extendSession(sessions, routes))
    .all('*', answer(routes))
    .onError(answerFailure(routes, renderer))
  return (request, connection) => app.fetch(request, connection)
}

/** Logs what was thrown, once, and answers without details. */
function answerFailure(routes: Routes, renderer: Renderer): ErrorHandler<Scope> {
  return (error, c) => {
    c.get('log').error('request.failed', { method: c.req.method, path: c.req.path, error })
    const needsStore = routes.find(c.req.path)?.access === 'session'
    if (needsStore && error instanceof StoreUnavailable) return showUnavailable(c, renderer)
    return c.text('Internal server error', 500)
  }
}
