import { CONSOLE, NETWORK_BROWSER } from '../features/web-shortcuts.ts'
import type { Handler, Route } from './routes.ts'

/** For a proxy in front of the console and the network browser: may this visitor go there? */
export function authRoutes(): Route[] {
  return [gate('/auth/console', CONSOLE), gate('/auth/network-browser', NETWORK_BROWSER)]
}

function gate(path: string, feature: string): Route {
  // The other application's requests say nothing about whether somebody still looks at ours.
  return { path, access: 'public', extendsSession: false, methods: { GET: admit(feature) } }
}

/** A proxy understands three answers: 2xx, 401 and 403. Whatever else it is given, it lets nobody in. */
function admit(feature: string): Handler {
  return (c) => {
    const session = c.get('session')
    const storeError = c.get('storeError')
    if (storeError) return c.body(null, 503)
    if (!session) return c.body(null, 401)
    if (session.features[feature] !== true) return c.body(null, 403)
    return c.body(null, 204, { 'X-Portico-User': encodeURIComponent(session.username) })
  }
}
