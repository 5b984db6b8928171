import type { Context } from 'hono'
import type { Proxies } from './proxies.ts'
import type { Scope } from './scope.ts'

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

/** The cookie's value; none when there are two that differ, as another program on the same host may have added one. */
export function cookieValue(c: Context<Scope>, name: string): string | undefined {
  const values = c.get('cookies') ?? readCookies(c.req.header('cookie') ?? '')
  c.set('cookies', values)
  return values.get(name)
}

function readCookies(header: string): ReadonlyMap<string, string | undefined> {
  const values = new Map<string, string | undefined>()
  for (const pair of header.split(';')) {
    const [name, value] = splitOnce(pair.trim(), '=')
    values.set(name, values.has(name) && values.get(name) !== value ? undefined : value)
  }
  return values
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  return at < 0 ? ['', text] : [text.slice(0, at), text.slice(at + mark.length)]
}
