import type { Context, MiddlewareHandler } from 'hono'
import type { Session } from '../../session/session.ts'
import type { Sessions } from '../../session/sessions.ts'
import { looksLikeToken, sameToken } from '../../session/token.ts'
import { type Cookies, cookieValue } from '../cookies.ts'
import type { Messages } from '../messages.ts'
import type { Notice } from '../notice.ts'
import { isCrossSiteEmbedding } from '../origin.ts'
import type { Route, Routes } from '../routes.ts'
import type { Scope } from '../scope.ts'

/** Looks up the session behind the cookie. Decides nothing; a store that is down is remembered for who needs it. */
export function loadSession(sessions: Sessions, routes: Routes, cookies: Cookies): MiddlewareHandler<Scope> {
  return async (c, next) => {
    if (routes.find(c.req.path)?.access === 'static') return next()
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
    // One that has ended while its page was made took its csrf cookie along.
    if (session && !sessions.hasEnded(session)) bringCsrfCookieInLine(c, session, cookies)
  }
}

/** The cookie follows the session's token, never the other way: a visitor who arrives by a link sends none. */
function bringCsrfCookieInLine(c: Context<Scope>, session: Session, cookies: Cookies): void {
  const isBusyWithCookies = c.res.headers.getSetCookie().some((line) => !line.startsWith('notice='))
  if (isBusyWithCookies) return
  const kept = cookieValue(c, 'csrf')
  if (kept === undefined || !sameToken(kept, session.csrfToken)) cookies.set(c, 'csrf', session.csrfToken)
}

/** Everything that is not public needs a session; without one the way leads to the login page. */
export function requireSession(
  routes: Routes,
  { cookies, messages }: { cookies: Cookies; messages: Messages },
): MiddlewareHandler<Scope> {
  return async (c, next) => {
    const access = routes.find(c.req.path)?.access ?? 'session'
    if (access !== 'session') return next()
    if (c.get('storeError')) return showUnavailable(c, messages)
    if (!c.get('session')) return sendToLogin(c, cookies)
    if (isCrossSiteEmbedding(c)) return messages.show(c, 403)
    return next()
  }
}

/** The store is gone for a moment: the cookie stays, and is good again when the store is back. */
export function showUnavailable(c: Context<Scope>, messages: Messages): Response | Promise<Response> {
  c.header('Retry-After', '5')
  return messages.show(c, 503)
}

/** A person is shown the login page, htmx is told to go there, and a script is told why it gets nothing. */
export function sendToLogin(
  c: Context<Scope>,
  cookies: Cookies,
  because: Notice = 'session-ended',
): Response {
  // The dead cookie stays: clearing it could hit the session that another tab has opened meanwhile.
  // And the first reason is the true one: that a session has ended is all that can be said later.
  if (c.get('sessionToken') && cookieValue(c, 'notice') === undefined) cookies.set(c, 'notice', because)
  c.set('session', undefined)
  if (c.req.header('hx-request') === 'true') return c.body(null, 401, { 'HX-Redirect': '/login' })
  if (isScript(c)) return c.json({ error: 'unauthenticated' }, 401)
  return c.redirect('/login', 303)
}

function isScript(c: Context): boolean {
  if (c.req.header('sec-fetch-dest') === 'empty') return true
  const accepted = (c.req.header('accept') ?? '').split(',').map((type) => type.split(';')[0]?.trim() ?? '')
  return accepted.some(Boolean) && accepted.every((type) => /^application\/(.+\+)?json$/i.test(type))
}

/** Keeps the session alive, when the user and not a timer or another site asked. */
export function extendSession(sessions: Sessions, routes: Routes): MiddlewareHandler<Scope> {
  return async (c, next) => {
    const session = c.get('session')
    if (session && isTheUsersOwn(c, routes.find(c.req.path))) await sessions.touch(session)
    return next()
  }
}

function isTheUsersOwn(c: Context, route: Route | undefined): boolean {
  if (c.req.header('x-portico-poll') === '1' || route?.extendsSession === false) return false
  const site = c.req.header('sec-fetch-site')
  return site === undefined || site === 'same-origin' || site === 'none'
}
