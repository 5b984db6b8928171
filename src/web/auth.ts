import type { Context } from 'hono'
import type { Shortcut } from '../features/declared.ts'
import { CONSOLE, NETWORK_BROWSER } from '../features/features.ts'
import type { DeviceAccess } from '../session/device-access.ts'
import { hasForeignOrigin, isForeignEmbedding } from './guards/csrf.ts'
import type { Proxies } from './proxies.ts'
import type { Handler, Route } from './routes.ts'
import type { Scope } from './scope.ts'

interface AuthParts {
  readonly shortcuts: readonly Shortcut[]
  readonly access: DeviceAccess
  readonly proxies: Proxies
}

/** For a proxy in front of another application: may this visitor go there? */
export function authRoutes(parts: AuthParts): Route[] {
  return [
    authRoute('/auth/console', allow(CONSOLE, parts)),
    authRoute('/auth/network-browser', allow(NETWORK_BROWSER, parts)),
    ...parts.shortcuts.flatMap(({ auth, feature }) =>
      auth === undefined ? [] : [authRoute(`/auth/${auth}`, allow(feature, parts))],
    ),
  ]
}

/** The other application's requests do not show that the user is still active here. */
function authRoute(path: string, handler: Handler): Route {
  return { path, access: 'public', extendsSession: false, methods: { GET: handler } }
}

/** A proxy understands 2xx, 401 and 403. It treats every other answer as a refusal. */
function allow(feature: string, { access, proxies }: AuthParts): Handler {
  return async (c) => {
    if (isForeignFetch(c, proxies)) {
      c.get('log').warn('forgery.refused', { because: 'foreign-origin', path: c.req.path })
      return c.body(null, 403)
    }
    const session = c.get('session')
    if (c.get('storeError')) return c.body(null, 503)
    if (!session) return c.body(null, 401)
    if (session.features[feature] !== true) return c.body(null, 403)
    // No page of ours reads the device while the console is open, so nothing else notices that the account was removed.
    const password = await access.confirmPassword(session)
    if (password === 'rejected') return c.body(null, 401)
    if (password === 'unknown') {
      c.get('log').warn('auth.unconfirmed', { session: session.id, username: session.username })
      return c.body(null, 503)
    }
    return c.body(null, 204, { 'X-Portico-User': encodeURIComponent(session.username) })
  }
}

/** Browsers let any page open a WebSocket to any host, with its cookies: a foreign page could type into the console. */
function isForeignFetch(c: Context<Scope>, proxies: Proxies): boolean {
  return hasForeignOrigin(c, proxies) || isForeignEmbedding(c)
}
