import type { Context } from 'hono'
import type { CsrfTokens } from '../session/server-secret.ts'
import type { Sessions } from '../session/sessions.ts'
import type { Cookies } from './cookies.ts'
import { refuseToken } from './guards/csrf.ts'
import { forgetWantedPage, type Notice } from './notice.ts'
import type { Renderer } from './renderer.ts'
import { type Route, redirectFully } from './routes.ts'
import type { Scope } from './scope.ts'

interface LogoutParts {
  readonly sessions: Sessions
  readonly cookies: Cookies
}

interface LogoutRouteParts extends LogoutParts {
  readonly csrf: CsrfTokens
  readonly renderer: Renderer
}

/** Logging out always works: without a session, with one that has ended, with the store down. */
export function logoutRoute(parts: LogoutRouteParts): Route {
  async function post(c: Context<Scope>): Promise<Response> {
    // Without a session there is nothing that a forged request could end: the origin check was enough.
    const refusal = c.get('session') && (await refuseToken(c, parts))
    return refusal ?? logOut(parts, c)
  }
  return { path: '/logout', access: 'public', csrf: 'own', methods: { POST: post } }
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
  forgetWantedPage(c, cookies)
  cookies.set(c, 'notice', 'logged-out' satisfies Notice)
  // Not "cookies" or "storage": those would hit other applications on the same host.
  c.header('Clear-Site-Data', '"cache"')
  return redirectFully(c, '/login')
}
