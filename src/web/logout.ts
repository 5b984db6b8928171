import type { Context } from 'hono'
import type { Sessions } from '../session/sessions.ts'
import type { Cookies } from './cookies.ts'
import type { Notice } from './notice.ts'
import { redirectFully } from './redirect.ts'
import type { Route } from './routes.ts'
import type { Scope } from './scope.ts'

interface LogoutParts {
  readonly sessions: Sessions
  readonly cookies: Cookies
}

/** The way out. It always works: without a session, with one that has ended, with the store down. */
export function logoutRoute(parts: LogoutParts): Route {
  return { path: '/logout', access: 'public', methods: { POST: (c) => logOut(parts, c) } }
}

/** Ends the request's session and forgets it in the browser. */
export async function logOut({ sessions, cookies }: LogoutParts, c: Context<Scope>): Promise<Response> {
  const session = c.get('session')
  const sessionToken = c.get('sessionToken')
  const storeError = c.get('storeError')
  if (session) await sessions.close(session, 'logout')
  if (sessionToken && storeError) await sessions.closeUnseen(sessionToken)
  cookies.clear(c, 'session')
  cookies.clear(c, 'csrf')
  cookies.set(c, 'notice', 'signed-out' satisfies Notice)
  // Not "cookies" or "storage": those would hit other applications on the same host.
  c.header('Clear-Site-Data', '"cache"')
  return redirectFully(c, '/login')
}
