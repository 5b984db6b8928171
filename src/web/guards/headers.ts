import type { MiddlewareHandler } from 'hono'
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
const onEveryAnswer: readonly (readonly [string, string])[] = [
  ['Content-Security-Policy', CONTENT_SECURITY_POLICY],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  // With no-referrer, browsers send `Origin: null` on form posts, and every login would look foreign.
  ['Referrer-Policy', 'same-origin'],
  ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), usb=(), payment=()'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
]

/** Puts the security headers on whatever is answered. */
export function securityHeaders(proxies: Proxies, hsts: string | undefined): MiddlewareHandler<Scope> {
  return async (c, next) => {
    await next()
    const { headers } = c.res
    for (const [name, value] of onEveryAnswer) headers.set(name, value)
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
    if (hsts && proxies.isSecure(c)) headers.set('Strict-Transport-Security', hsts)
  }
}
