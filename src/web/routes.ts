import type { Context, MiddlewareHandler } from 'hono'
import type { Session } from '../session/session.ts'
import type { Renderer } from './renderer.ts'
import type { Scope } from './scope.ts'

export type Handler = (c: Context<Scope>) => Response | Promise<Response>

/** One path of the service, who may ask for it, and what answers. */
export type Route = RouteBase & (ReadingRoute | ChangingRoute)

interface RouteBase {
  /** An exact path, or one that ends in `/*`. */
  readonly path: string
  /** `static` looks up no session, `public` looks for one, `session` needs one. */
  readonly access: 'static' | 'public' | 'session'
  /** False for background requests: they do not keep a session alive. */
  readonly extendsSession?: boolean
}

interface ReadingRoute {
  readonly methods: { readonly GET: Handler; readonly POST?: undefined }
}

interface ChangingRoute {
  readonly methods: { readonly GET?: Handler; readonly POST: Handler }
  /** Who checks the request-forgery token of a POST: the guard (`session`), or the route itself (`own`). */
  readonly csrf: 'session' | 'own'
}

/** All paths of the service. A path that is missing here needs a session, and is a 404 with one. */
export class Routes {
  readonly #exact: ReadonlyMap<string, Route>
  readonly #prefixes: readonly Route[]

  constructor(routes: readonly Route[]) {
    this.#exact = new Map(routes.map((route) => [route.path, route]))
    this.#prefixes = routes.filter((route) => route.path.endsWith('/*'))
  }

  find(path: string): Route | undefined {
    return this.#exact.get(path) ?? this.#prefixes.find((route) => path.startsWith(route.path.slice(0, -1)))
  }
}

/** What answers the method on the route; HEAD is answered wherever GET is. */
function handlerFor({ methods }: Route, method: string): Handler | undefined {
  if (method === 'GET' || method === 'HEAD') return methods.GET
  return method === 'POST' ? methods.POST : undefined
}

/** For a route that needs a session; the guards let no request through without one. */
export function forSession(
  handle: (c: Context<Scope>, session: Session) => Response | Promise<Response>,
): Handler {
  return (c) => {
    const session = c.get('session')
    if (!session) throw new TypeError('a request passed the guards without a session')
    return handle(c, session)
  }
}

/** Answers from the table; the guards have made sure that there is a handler. */
export function answer(routes: Routes): Handler {
  return (c) => {
    const route = routes.find(c.req.path)
    const handler = route && handlerFor(route, c.req.method)
    if (!handler) throw new TypeError('a request passed the guards without a route')
    return handler(c)
  }
}

/** On a public path, a wrong method is refused before anything else is checked. */
export function refuseWrongMethod(routes: Routes, renderer: Renderer): MiddlewareHandler<Scope> {
  return async (c, next) => {
    const route = routes.find(c.req.path)
    if (!route || route.access === 'session' || handlerFor(route, c.req.method)) return next()
    return showWrongMethod(c, route, renderer)
  }
}

/** Behind the session guard: only users with a session learn which paths exist. */
export function refuseUnknown(routes: Routes, renderer: Renderer): MiddlewareHandler<Scope> {
  return async (c, next) => {
    const route = routes.find(c.req.path)
    if (!route) return renderer.showMessage(c, 404)
    return handlerFor(route, c.req.method) ? next() : showWrongMethod(c, route, renderer)
  }
}

function showWrongMethod(c: Context<Scope>, route: Route, renderer: Renderer) {
  const methods = Object.keys(route.methods).flatMap((method) =>
    method === 'GET' ? ['GET', 'HEAD'] : [method],
  )
  c.header('Allow', methods.join(', '))
  return renderer.showMessage(c, 405)
}

/** Sends the browser to a new page. htmx would swap the answer into the old layout, so it is told to navigate instead. */
export function redirectFully(c: Context, path: '/' | '/login' | '/sessions'): Response {
  if (c.req.header('hx-request') !== 'true') return c.redirect(path, 303)
  c.header('HX-Redirect', path)
  return c.body(null)
}
