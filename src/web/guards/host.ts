import { isIP } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import { hangUp } from '../hang-up.ts'
import type { Scope } from '../scope.ts'

/** A name, an IPv4 address or a bracketed IPv6 address, and perhaps a port. Two Host fields arrive as `a, b`. */
const wellFormed = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i

/**
 * Refuses requests that do not say, once and well-formed, which host they are for; and those for a name that is none
 * of ours, when the names are listed: a name that somebody else has pointed at us makes a page of theirs look like ours.
 */
export function requireHost(allowed: readonly string[] | undefined): MiddlewareHandler<Scope> {
  const names = allowed && new Set(['localhost', ...allowed.map((name) => name.toLowerCase())])
  return async (c, next) => {
    const host = c.req.header('host') ?? ''
    if (!wellFormed.test(host) || !URL.canParse(`http://${host}`)) return hangUp(c, 400, 'Bad Request')
    if (!names || isAddress(host) || names.has(nameOf(host))) return next()
    c.get('log').warn('host.refused', { host })
    return hangUp(c, 421, 'Misdirected Request')
  }
}

const nameOf = (host: string) => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')

const isAddress = (host: string) => isIP(nameOf(host).replace(/^\[(.*)\]$/, '$1')) !== 0
