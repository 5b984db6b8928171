import { isIP } from 'node:net'
import type { Context, MiddlewareHandler } from 'hono'
import type { Log } from '../../log.ts'
import { MAX_FORM_BYTES } from '../form.ts'
import type { Proxies } from '../proxies.ts'
import type { Scope } from '../scope.ts'

const MAX_WARNED_PEERS = 100

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
  const warned = new Set<string>()
  /** Logged once for each peer: a proxy missing from the setting causes refusals whose messages name other reasons. */
  function warnOfProxy(c: Context<Scope>): void {
    const peer = c.env.peer ?? 'unix'
    if (warned.has(peer) || warned.size >= MAX_WARNED_PEERS) return
    const isUntrusted = proxies.isUntrustedProxy(c)
    const isSilent = proxies.clientKnownBy(c) === 'unknown' && c.req.method === 'POST'
    if (!isUntrusted && !isSilent) return
    warned.add(peer)
    if (isUntrusted) c.get('log').warn('proxy.not-trusted', { setting: '--trusted-proxies', peer })
    else c.get('log').warn('proxy.names-no-client', { remedy: 'let the proxy send X-Forwarded-For', peer })
  }

  return async (c, next) => {
    const address = proxies.clientAddress(c)
    c.set('address', address)
    c.set('log', log.with({ request: crypto.randomUUID(), address }))
    warnOfProxy(c)
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

interface HostRules {
  /** The host names of `--allowed-hosts`; undefined without the setting. */
  readonly allowed: readonly string[] | undefined
  /** This machine's own name. */
  readonly ownName: string
  readonly proxies: Proxies
}

/**
 * Refuses requests without exactly one well-formed Host, and names that are not this service's: DNS rebinding points an
 * attacker's name at this machine, which makes the attacker's page same-origin with it. Over HTTPS the certificate proves
 * the name, so any is allowed unless the setting lists some; over plain HTTP only names that no outside DNS server can answer for.
 */
export function requireHost({ allowed, ownName, proxies }: HostRules): MiddlewareHandler<Scope> {
  const [shortName = ''] = ownName.split('.')
  const names = new Set(['localhost', ...(allowed ?? [ownName, shortName])].map((name) => name.toLowerCase()))
  const isAllowed = (c: Context<Scope>, name: string) => {
    if (isAddress(name) || names.has(name)) return true
    return allowed === undefined && (proxies.isSecure(c) || name.endsWith('.local'))
  }

  return async (c, next) => {
    const host = c.req.header('host') ?? ''
    if (!wellFormed.test(host) || !URL.canParse(`http://${host}`)) return hangUp(c, 400, 'Bad Request')
    if (isAllowed(c, hostName(c).replace(/\.$/, ''))) return next()
    c.get('log').warn('host.refused', { host, setting: '--allowed-hosts' })
    return hangUp(c, 421, allowed ? notListed : notOverPlainHttp)
  }
}

const notListed =
  'Misdirected Request: this service does not have this name. Its names are set with --allowed-hosts (ALLOWED_HOSTS).'
const notOverPlainHttp =
  'Misdirected Request: over plain HTTP this service does not answer to this name. Use HTTPS, or add the name to --allowed-hosts (ALLOWED_HOSTS).'

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
