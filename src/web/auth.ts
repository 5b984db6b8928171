import { CONSOLE, NETWORK_BROWSER } from '../features/probes.ts'
import type { Handler, Route } from './routes.ts'

/** For a proxy in front of the console and the network browser: may this visitor go there? */
export function authRoutes(): Route[] {
  return [authRoute('/auth/console', CONSOLE), authRoute('/auth/network-browser', NETWORK_BROWSER)]
}

/** The other application's requests do not show that the user is still active here. */
function authRoute(path: string, feature: string): Route {
  return { path, access: 'public', extendsSession: false, methods: { GET: allow(feature) } }
}

/** A proxy understands 2xx, 401 and 403. It treats every other answer as a refusal. */
function allow(feature: string): Handler {
  return (c) => {
    const session = c.get('session')
    if (c.get('storeError')) return c.body(null, 503)
    if (!session) return c.body(null, 401)
    if (session.features[feature] !== true) return c.body(null, 403)
    return c.body(null, 204, { 'X-Portico-User': encodeURIComponent(session.username) })
  }
}
