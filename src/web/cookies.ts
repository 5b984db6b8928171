import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import type { Proxies } from './proxies.ts'

/** The cookies of the service. Their names and attributes stand here and nowhere else. */
const attributes = {
  session: { httpOnly: true, sameSite: 'Lax' },
  csrf: { httpOnly: true, sameSite: 'Strict' },
  notice: { httpOnly: true, sameSite: 'Lax' },
} as const

export type CookieName = keyof typeof attributes

export class Cookies {
  readonly #proxies: Proxies

  constructor(proxies: Proxies) {
    this.#proxies = proxies
  }

  set(c: Context, name: CookieName, value: string): void {
    setCookie(c, name, value, { path: '/', secure: this.#proxies.isSecure(c), ...attributes[name] })
  }

  /** Max-Age=0 is how "expire immediately" is spelled on the wire. */
  clear(c: Context, name: CookieName): void {
    setCookie(c, name, '', { path: '/', maxAge: 0, secure: this.#proxies.isSecure(c), ...attributes[name] })
  }
}

/** All values that the request carries for a cookie; another program on the same host may have added one. */
export function cookieValues(c: Context, name: string): string[] {
  const pairs = (c.req.header('cookie') ?? '').split(';').map((pair) => pair.trim())
  return pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1))
}

/** The cookie's value; none when there are two that differ, since nobody can say which one is ours. */
export function cookieValue(c: Context, name: string): string | undefined {
  const [value, ...others] = new Set(cookieValues(c, name))
  return others.length > 0 ? undefined : value
}
