import type { Context, MiddlewareHandler } from 'hono'
import type { CsrfTokens } from '../../session/server-secret.ts'
import { sameToken } from '../../session/server-secret.ts'
import { readForm } from '../form.ts'
import type { Proxies } from '../proxies.ts'
import type { Renderer } from '../renderer.ts'
import type { Handler, Routes } from '../routes.ts'
import type { Scope } from '../scope.ts'

const CHANGES_NOTHING = new Set(['GET', 'HEAD', 'OPTIONS'])

const isChange = (c: Context) => !CHANGES_NOTHING.has(c.req.method)

/** Refuses changes that another site's page asked for; the login page says so in its own way. */
export function refuseForeignChange(proxies: Proxies, refuse: Handler): MiddlewareHandler<Scope> {
  return async (c, next) => {
    if (!isChange(c) || !isForeign(c, proxies)) return next()
    c.get('log').warn('forgery.refused', { because: 'foreign-origin', path: c.req.path })
    return refuse(c)
  }
}

/**
 * True when a page of another origin made the request. `Sec-Fetch-Site` settles it; browsers omit that on plain-HTTP
 * hosts, where `Origin`, else `Referer`, must name this request's scheme, host and port.
 * A request with none of the three was not made by a browser.
 */
function isForeign(c: Context<Scope>, proxies: Proxies): boolean {
  const site = c.req.header('sec-fetch-site')
  if (site === 'same-origin') return false
  if (site !== undefined && site !== 'none') return true
  if (c.req.header('origin') !== undefined) return hasForeignOrigin(c, proxies)
  const referer = c.req.header('referer')
  if (referer === undefined) return false
  return !URL.canParse(referer) || !isOwnOrigin(c, proxies, new URL(referer).origin)
}

/**
 * True for a request that a page of another origin makes without leaving that page: a script's fetch, an embedded image
 * or frame, a WebSocket. `same-site` is another origin too: another port of this host, or a sibling host.
 */
export function isForeignEmbedding(c: Context): boolean {
  const site = c.req.header('sec-fetch-site')
  return (site === 'cross-site' || site === 'same-site') && c.req.header('sec-fetch-dest') !== 'document'
}

/** True when the request names an origin, and it is not this one. */
export function hasForeignOrigin(c: Context<Scope>, proxies: Proxies): boolean {
  const origin = c.req.header('origin')
  return origin !== undefined && !isOwnOrigin(c, proxies, origin)
}

/** Browsers write an `Origin` in exactly one form, so anything that would need normalising is foreign. */
function isOwnOrigin(c: Context<Scope>, proxies: Proxies, origin: string): boolean {
  const scheme = proxies.isSecure(c) ? 'https' : 'http'
  return origin.toLowerCase() === new URL(`${scheme}://${c.req.header('host')}`).origin
}

interface TokenParts {
  readonly csrf: CsrfTokens
  readonly renderer: Renderer
}

/** Refuses changes without the right token, except where the route checks the token itself. */
export function guardToken(routes: Routes, parts: TokenParts): MiddlewareHandler<Scope> {
  return async (c, next) => {
    const route = routes.find(c.req.path)
    const isCheckedByRoute = route !== undefined && 'csrf' in route && route.csrf === 'own'
    if (!isChange(c) || isCheckedByRoute) return next()
    return (await refuseToken(c, parts)) ?? next()
  }
}

/** The refusal of a request without the right token; undefined when the token is right. */
export async function refuseToken(
  c: Context<Scope>,
  { csrf, renderer }: TokenParts,
): Promise<Response | undefined> {
  const form = await readForm(c)
  if (form.kind === 'unread') return renderer.showMessage(c, form.status)
  const presented = await presentedTokens(c)
  const isMissing = c.get('session') !== undefined && presented.length === 0
  if (!isMissing && tokensStand(presented, c, csrf)) return undefined
  c.get('log').warn('forgery.refused', { because: isMissing ? 'no-token' : 'wrong-token', path: c.req.path })
  return renderer.showMessage(c, 403)
}

/** With a session only its own token is valid; without one, any that this server signed. */
function tokensStand(presented: readonly string[], c: Context<Scope>, csrf: CsrfTokens): boolean {
  const session = c.get('session')
  return presented.every((token) => (session ? sameToken(token, session.csrfToken) : csrf.isOurs(token)))
}

/** Every token in the request: in the header, in the form. */
export async function presentedTokens(c: Context<Scope>): Promise<string[]> {
  const form = await readForm(c)
  const field = form.kind === 'form' ? form.fields.get('csrf') : undefined
  return [c.req.header('x-csrf-token'), field].filter((token) => token !== undefined)
}
