import type { Context } from 'hono'
import type { Session } from '../session/session.ts'
import type { Scope } from './scope.ts'

export type Handler = (c: Context<Scope>) => Response | Promise<Response>

/** One path of the service, who may ask for it, and what answers. */
export interface Route {
  /** An exact path, or one that ends in `/*`. */
  readonly path: string
  /** `static` asks for no session at all, `public` looks for one, `session` needs one. */
  readonly access: 'static' | 'public' | 'session'
  readonly methods: Readonly<Partial<Record<'GET' | 'POST', Handler>>>
  /** False for what is asked in the background: it does not keep a session alive. */
  readonly extendsSession?: boolean
}

/** All paths of the service. What is not in here needs a session, and is not found with one. */
export class Routes {
  readonly #exact: ReadonlyMap<string, Route>
  readonly #below: readonly Route[]

  constructor(routes: readonly Route[]) {
    this.#exact = new Map(routes.map((route) => [route.path, route]))
    this.#below = routes.filter((route) => route.path.endsWith('/*'))
  }

  find(path: string): Route | undefined {
    return this.#exact.get(path) ?? this.#below.find((route) => path.startsWith(route.path.slice(0, -1)))
  }
}

/** What answers the method on the route; HEAD is answered wherever GET is. */
export function handlerFor(route: Route, method: string): Handler | undefined {
  if (method === 'GET' || method === 'HEAD') return route.methods.GET
  return method === 'POST' ? route.methods.POST : undefined
}

export function allowedMethods(route: Route): string {
  return Object.keys(route.methods)
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .join(', ')
}

/** For a route that needs a session; the guards let nobody through who has none. */
export function forSession(
  handle: (c: Context<Scope>, session: Session) => Response | Promise<Response>,
): Handler {
  return (c) => {
    const session = c.get('session')
    if (!session) throw new TypeError('a request passed the guards without a session')
    return handle(c, session)
  }
}

/** Answers from the table; the guards have seen to it that there is something to answer. */
export function answer(routes: Routes): Handler {
  return (c) => {
    const route = routes.find(c.req.path)
    const handler = route && handlerFor(route, c.req.method)
    if (!handler) throw new TypeError('a request passed the guards without a route')
    return handler(c)
  }
}
