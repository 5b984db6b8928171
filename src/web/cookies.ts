import type { Context } from 'hono'
import type { Proxies } from './proxies.ts'

/** The cookies of the service, and which of them come along from another site. All are HttpOnly, for every path. */
const sameSite = { session: 'Lax', csrf: 'Strict', notice: 'Lax', theme: 'Lax', language: 'Lax' } as const

export type CookieName = keyof typeof sameSite

/** What a visitor chose outlives the browser's window; nothing else does. */
const lasting: ReadonlySet<CookieName> = new Set(['theme', 'language'])
const A_YEAR = 365 * 24 * 60 * 60

export class Cookies {
  readonly #proxies: Proxies

  constructor(proxies: Proxies) {
    this.#proxies = proxies
  }

  /** The value is ours: a token or a code, nothing that would have to be escaped. */
  set(c: Context, name: CookieName, value: string): void {
    const age = lasting.has(name) ? [`Max-Age=${A_YEAR}`] : []
    this.#send(c, name, [`${name}=${value}`, 'Path=/', ...age])
  }

  /** Max-Age=0 is how "expire immediately" is spelled on the wire. */
  clear(c: Context, name: CookieName): void {
    this.#send(c, name, [`${name}=`, 'Path=/', 'Max-Age=0'])
  }

  #send(c: Context, name: CookieName, begin: readonly string[]): void {
    const secure = this.#proxies.isSecure(c) ? ['Secure'] : []
    const line = [...begin, 'HttpOnly', ...secure, `SameSite=${sameSite[name]}`]
    c.header('Set-Cookie', line.join('; '), { append: true })
  }
}

/** All values that the request carries for a cookie; another program on the same host may have added one. */
function cookieValues(c: Context, name: string): string[] {
  const header = c.req.header('cookie') ?? ''
  if (!header.includes(`${name}=`)) return []
  const pairs = header.split(';').map((pair) => pair.trim())
  return pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1))
}

/** The cookie's value; none when there are two that differ, since nobody can say which one is ours. */
export function cookieValue(c: Context, name: string): string | undefined {
  const [value, ...others] = new Set(cookieValues(c, name))
  return others.length > 0 ? undefined : value
}
