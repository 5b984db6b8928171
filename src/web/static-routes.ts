import type { Sessions } from '../session/sessions.ts'
import type { Assets } from './assets.ts'
import type { Proxies } from './proxies.ts'
import type { Handler, Route } from './routes.ts'

interface StaticRouteParts {
  readonly assets: Assets
  readonly sessions: Sessions
  readonly proxies: Proxies
}

/** The routes that look up no session: assets and health checks. */
export function staticRoutes({ assets, sessions, proxies }: StaticRouteParts): Route[] {
  const file: Handler = (c) => assets.respond(c.req.path, c.req.raw.headers) ?? c.text('Not Found', 404)

  return [
    { path: '/assets/*', access: 'static', methods: { GET: file } },
    { path: '/favicon.ico', access: 'static', methods: { GET: file } },
    {
      path: '/healthz',
      access: 'static',
      // `portico doctor` reads it: only this side can see that a proxy does not forward the client's address.
      methods: { GET: (c) => c.body(null, 204, { 'X-Portico-Client': proxies.clientKnownBy(c) }) },
    },
    {
      path: '/readyz',
      access: 'static',
      methods: {
        async GET(c) {
          try {
            await sessions.ready()
            return c.body(null, 204)
          } catch (error) {
            c.get('log').error('store.unavailable', { error })
            return c.body(null, 503)
          }
        },
      },
    },
  ]
}
