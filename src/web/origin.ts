import type { Context } from 'hono'
import type { Proxies } from './proxies.ts'
import type { Scope } from './scope.ts'

const CHANGES_NOTHING = new Set(['GET', 'HEAD', 'OPTIONS'])

/** True for a request that may change something. */
export const isChange = (c: Context) => !CHANGES_NOTHING.has(c.req.method)

/**
 * True when the request was made by a page that is not ours. `Sec-Fetch-Site` settles it; browsers omit that on
 * plain-HTTP hosts, where `Origin`, else `Referer`, must name this very scheme, host and port.
 * A request with none of the three was not made by a browser.
 */
export function isForeign(c: Context<Scope>, proxies: Proxies): boolean {
  const site = c.req.header('sec-fetch-site')
  if (site === 'same-origin') return false
  if (site !== undefined && site !== 'none') return true
  const origin = c.req.header('origin')
  if (origin !== undefined) return !isOwnOrigin(c, proxies, origin)
  const referer = c.req.header('referer')
  if (referer === undefined) return false
  return !URL.canParse(referer) || !isOwnOrigin(c, proxies, new URL(referer).origin)
}

/** A browser's `Origin` is exactly scheme, host and port: whatever needs normalising was not written by one. */
function isOwnOrigin(c: Context<Scope>, proxies: Proxies, origin: string): boolean {
  const scheme = proxies.isSecure(c) ? 'https' : 'http'
  return origin.toLowerCase() === new URL(`${scheme}://${c.req.header('host')}`).origin
}

/** True for a request that another site made, other than by a link that a person followed. */
export function isCrossSiteEmbedding(c: Context): boolean {
  return c.req.header('sec-fetch-site') === 'cross-site' && c.req.header('sec-fetch-dest') !== 'document'
}
