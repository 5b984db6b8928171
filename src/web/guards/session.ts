import type { Context, MiddlewareHandler, Next } from 'hono'
import type { Ending } from '../../session/ended-sessions.ts'
import { looksLikeToken, sameToken } from '../../session/server-secret.ts'
import type { Session } from '../../session/session.ts'
import type { Sessions } from '../../session/sessions.ts'
import { type Cookies, cookieValue, isAmbiguous } from '../cookies.ts'
import { keepWantedPage, type Notice } from '../notice.ts'
import { isReload, type Renderer, takesOnlyJson } from '../renderer.ts'
import type { Route, Routes } from '../routes.ts'
import type { Scope } from '../scope.ts'
import { isForeignEmbedding } from './csrf.ts'

/** Looks up the session of the cookie. Refuses nothing; a store that is down is noted for the guards that need it. */
export function loadSession(sessions: Sessions, routes: Routes, cookies: Cookies): MiddlewareHandler<Scope> {
  return async (c, next) => {
    if (routes.find(c.req.path)?.access === 'static') return next()
    if (isAmbiguous(c, 'session')) return clearAmbiguous(c, next, cookies)
    const token = cookieValue(c, 'session')
    if (token === undefined || !looksLikeToken(token)) return next()

    c.set('sessionToken', token)
    try {
      c.set('session', await sessions.find(token))
    } catch (error) {
      c.get('log').error('store.unavailable', { error })
      c.set('storeError', error)
    }
    await next()
    const session = c.get('session')
    // When a session ends while its page is drawn, its csrf cookie must not come back.
    if (session && !sessions.hasEnded(session)) updateCsrfCookie(c, session, cookies)
  }
}

/** No session, for either cookie may be the wrong one. Unless all are cleared, the visitor never gets past the login. */
async function clearAmbiguous(c: Context<Scope>, next: Next, cookies: Cookies): Promise<void> {
  c.get('log').warn('session.two-cookies', { path: c.req.path })
  await next()
  const isLogin = c.res.headers.getSetCookie().some((line) => /^session=./.test(line))
  cookies.clearAll(c, 'session', { exceptOurs: isLogin })
}

/** The cookie follows the session's token, never the other way: a visitor who arrives by a link sends none. */
function updateCsrfCookie(c: Context<Scope>, session: Session, cookies: Cookies): void {
  const setsOtherCookies = c.res.headers.getSetCookie().some((line) => !/^(notice|wanted)=/.test(line))
  if (setsOtherCookies) return
  const sent = cookieValue(c, 'csrf')
  if (sent === undefined || !sameToken(sent, session.csrfToken)) cookies.set(c, 'csrf', session.csrfToken)
}

/** Everything that is not public needs a session; without one the visitor is sent to the login page. */
export function requireSession(
  routes: Routes,
  { renderer, ...parts }: LoginRedirectParts & { readonly renderer: Renderer },
): MiddlewareHandler<Scope> {
  return async (c, next) => {
    const access = routes.find(c.req.path)?.access ?? 'session'
    if (access !== 'session') return next()
    if (c.get('storeError')) return showUnavailable(c, renderer)
    if (!c.get('session')) return sendToLogin(c, parts)
    if (isForeignEmbedding(c)) return renderer.showMessage(c, 403)
    return next()
  }
}

/** The store is down for a moment: the cookie stays, and is good again when the store is back. */
export function showUnavailable(c: Context<Scope>, renderer: Renderer): Response | Promise<Response> {
  c.header('Retry-After', '5')
  return renderer.showMessage(c, 503)
}

interface LoginRedirectParts {
  readonly sessions: Sessions
  readonly cookies: Cookies
}

/** Redirects a person to the login page, tells htmx to go there, and answers a script with 401. */
export function sendToLogin(c: Context<Scope>, { sessions, cookies }: LoginRedirectParts): Response {
  const token = c.get('sessionToken')
  if (isAmbiguous(c, 'session')) cookies.set(c, 'notice', 'two-sessions' satisfies Notice)
  // The dead cookie stays: clearing it could hit the session that another tab has opened meanwhile.
  else if (token !== undefined && cookieValue(c, 'notice') === undefined)
    cookies.set(c, 'notice', noticeOf(sessions.endingOf(token)))
  // A visitor who has never logged in gets no cookie at all.
  if (token !== undefined) keepWantedPage(c, cookies)
  c.set('session', undefined)
  if (c.req.header('hx-request') === 'true') return c.body(null, 401, { 'HX-Redirect': '/login' })
  if (isScript(c)) return c.json({ error: 'unauthenticated' }, 401)
  return c.redirect('/login', 303)
}

/** Each tab is told the first reason, whichever of their answers comes last. */
function noticeOf(ending: Ending | undefined): Notice {
  if (ending === 'device-rejected') return 'password-rejected'
  return ending === 'logout' ? 'logged-out' : 'session-ended'
}

function isScript(c: Context): boolean {
  return c.req.header('sec-fetch-dest') === 'empty' || takesOnlyJson(c)
}

/** Extends the session when the user made the request, not a timer or another site. */
export function extendSession(sessions: Sessions, routes: Routes): MiddlewareHandler<Scope> {
  return async (c, next) => {
    const session = c.get('session')
    if (session && isMadeByUser(c, routes.find(c.req.path))) await sessions.touch(session)
    return next()
  }
}

function isMadeByUser(c: Context<Scope>, route: Route | undefined): boolean {
  if (c.req.header('x-portico-poll') === '1' || isReload(c) || route?.extendsSession === false) return false
  const site = c.req.header('sec-fetch-site')
  return site === undefined || site === 'same-origin' || site === 'none'
}
