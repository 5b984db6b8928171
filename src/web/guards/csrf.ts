import type { Context, MiddlewareHandler } from 'hono'
import type { CsrfTokens } from '../../session/csrf-tokens.ts'
import { sameToken } from '../../session/token.ts'
import { readForm } from '../form.ts'
import type { Messages } from '../messages.ts'
import { isChange, isForeign } from '../origin.ts'
import type { Proxies } from '../proxies.ts'
import type { Handler } from '../routes.ts'
import type { Scope } from '../scope.ts'

const MOST_OVERLOOKED = 100

/** Turns away changes that another site's page asked for; the login page says so in its own way. */
export function refuseForeignChange(proxies: Proxies, refuse: Handler): MiddlewareHandler<Scope> {
  const overlooked = new Set<string>()
  /** Behind a TLS proxy that is not trusted, our own pages look foreign: the operator is told why, once a proxy. */
  function tellOfOverlooked(c: Context<Scope>): void {
    const peer = c.env.peer ?? 'unix'
    if (overlooked.has(peer) || overlooked.size >= MOST_OVERLOOKED || !proxies.isOverlooked(c)) return
    overlooked.add(peer)
    c.get('log').warn('proxy.not-trusted', { setting: '--trusted-proxies', peer })
  }

  return async (c, next) => {
    if (!isChange(c)) return next()
    tellOfOverlooked(c)
    if (!isForeign(c, proxies)) return next()
    c.get('log').warn('forgery.refused', { because: 'foreign-origin', path: c.req.path })
    return refuse(c)
  }
}

/** Turns away changes that do not present the token. */
export function guardToken(csrf: CsrfTokens, messages: Messages): MiddlewareHandler<Scope> {
  return async (c, next) => {
    if (!isChange(c) || isJudgedElsewhere(c)) return next()

    const form = await readForm(c)
    if (form.kind === 'unread') return messages.show(c, form.status)
    const presented = await presentedTokens(c)
    const isMissing = c.get('session') !== undefined && presented.length === 0
    if (!isMissing && tokensStand(presented, c, csrf)) return next()
    c.get('log').warn('forgery.refused', {
      because: isMissing ? 'no-token' : 'wrong-token',
      path: c.req.path,
    })
    return messages.show(c, 403)
  }
}

/**
 * Login reads its form in the order of the specification, itself. And signing out always works: where there is
 * no session to protect, the origin was enough.
 */
function isJudgedElsewhere(c: Context<Scope>): boolean {
  return c.req.path === '/login' || (c.req.path === '/logout' && !c.get('session'))
}

/** With a session only its own token stands; without one, any that this server signed. */
export function tokensStand(presented: readonly string[], c: Context<Scope>, csrf: CsrfTokens): boolean {
  const session = c.get('session')
  return presented.every((token) => (session ? sameToken(token, session.csrfToken) : csrf.isOurs(token)))
}

/** Every token in the request: in the header, in the form. */
export async function presentedTokens(c: Context<Scope>): Promise<string[]> {
  const form = await readForm(c)
  const field = form.kind === 'form' ? form.fields.get('csrf') : undefined
  return [c.req.header('x-csrf-token'), field].filter((token) => token !== undefined)
}
