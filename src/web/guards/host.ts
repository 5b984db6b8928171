import type { MiddlewareHandler } from 'hono'
import type { Scope } from '../scope.ts'

/** A name, an IPv4 address or a bracketed IPv6 address, and perhaps a port. Two Host fields arrive as `a, b`. */
const wellFormed = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i

/** Refuses requests that do not say, once and well-formed, which host they are for. */
export const requireHost: MiddlewareHandler<Scope> = async (c, next) => {
  const host = c.req.header('host') ?? ''
  if (!wellFormed.test(host) || !URL.canParse(`http://${host}`)) return c.text('Bad Request', 400)
  return next()
}
