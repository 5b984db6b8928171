import { isIP } from 'node:net'
import type { Context, MiddlewareHandler } from 'hono'
import type { Log } from '../../log.ts'
import { MAX_FORM_BYTES } from '../form.ts'
import type { Proxies } from '../proxies.ts'
import type { Scope } from '../scope.ts'

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** On every answer, errors and assets included. */
const headersOfEveryAnswer: readonly (readonly [string, string])[] = [
  ['Content-Security-Policy', CONTENT_SECURITY_POLICY],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  // With no-referrer, browsers send `Origin: null` on form posts, and every login would look foreign.
  ['Referrer-Policy', 'same-origin'],
  ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), usb=(), payment=()'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
]

/** Adds the security headers to every answer. */
export function securityHeaders(proxies: Proxies, hsts: string | undefined): MiddlewareHandler<Scope> {
  return async (c, next) => {
    await next()
    const { headers } = c.res
    for (const [name, value] of headersOfEveryAnswer) headers.set(name, value)
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
    if (hsts && proxies.isSecure(c)) headers.set('Strict-Transport-Security', hsts)
  }
}

/** Gives the request an id and a client address, for the log and the throttle. */
export function identify(proxies: Proxies, log: Log): MiddlewareHandler<Scope> {
  return async (c, next) => {
    const address = proxies.clientAddress(c)
    c.set('address', address)
    c.set('log', log.with({ request: crypto.randomUUID(), address }))
    return next()
  }
}

/** Makes sure that this service, the browser and any proxy between them agree on where a message ends. */
export const guardFraming: MiddlewareHandler<Scope> = async (c, next) => {
  // The runtime accepts a Content-Length that is sent twice with the same value.
  if (c.req.header('content-length')?.includes(',')) return hangUp(c, 400, 'Bad Request')
  await next()
  // The end of a chunked body may be malformed. The runtime then answers by itself, so it goes first.
  if (isChunked(c)) await new Promise(setImmediate)
  if (mayBeUnread(c)) c.res.headers.set('Connection', 'close')
  if (c.req.method === 'HEAD') await setLength(c)
  return
}

/** A body that is too long, of unknown length or too slow: the connection closes instead of waiting for the rest. */
function mayBeUnread(c: Context): boolean {
  return c.res.status === 408 || Number(c.req.header('content-length') ?? 0) > MAX_FORM_BYTES || isChunked(c)
}

const isChunked = (c: Context) => c.req.header('transfer-encoding') !== undefined

/** The runtime would answer HEAD with a length of 0. */
async function setLength(c: Context): Promise<void> {
  if (c.res.body === null || c.res.headers.has('Content-Length')) return
  const { byteLength } = await c.res.clone().arrayBuffer()
  c.res.headers.set('Content-Length', String(byteLength))
}

/** A name, an IPv4 address or a bracketed IPv6 address, and perhaps a port. Two Host headers arrive as `a, b`. */
const wellFormed = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i

/**
 * Refuses requests without exactly one well-formed Host, and hosts that are not allowed when the setting lists some:
 * DNS rebinding points an attacker's name at this service, which makes the attacker's page same-origin with it.
 */
export function requireHost(allowed: readonly string[] | undefined): MiddlewareHandler<Scope> {
  const names = allowed && new Set(['localhost', ...allowed.map((name) => name.toLowerCase())])
  return async (c, next) => {
    const host = c.req.header('host') ?? ''
    if (!wellFormed.test(host) || !URL.canParse(`http://${host}`)) return hangUp(c, 400, 'Bad Request')
    const name = hostName(c).replace(/\.$/, '')
    if (!names || isAddress(name) || names.has(name)) return next()
    c.get('log').warn('host.refused', { host })
    return hangUp(c, 421, 'Misdirected Request')
  }
}

const isAddress = (host: string) => isIP(host.replace(/^\[(.*)\]$/, '$1')) !== 0

/** The host as the browser wrote it, without the port. */
export function hostName(c: Context): string {
  return (c.req.header('host') ?? '').toLowerCase().replace(/:\d+$/, '')
}

/** Answers with one plain sentence and closes the connection. */
function hangUp(c: Context, status: 400 | 421, sentence: string): Response {
  c.header('Connection', 'close')
  return c.text(sentence, status)
}
