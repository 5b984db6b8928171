import type { Context } from 'hono'
import type { Proxies } from './proxies.ts'
import type { Scope } from './scope.ts'

interface CookieKind {
  readonly sameSite: 'Lax' | 'Strict'
  readonly path?: string
  /** How long it outlives the browser's window; without this it does not. */
  readonly maxAge?: number
}

const DAY = 24 * 60 * 60
const A_YEAR = 365 * DAY

/** The cookies of the service. All are HttpOnly. */
const kinds = {
  session: { sameSite: 'Lax' },
  csrf: { sameSite: 'Strict' },
  known: { sameSite: 'Strict', path: '/login', maxAge: 90 * DAY },
  notice: { sameSite: 'Lax' },
  theme: { sameSite: 'Lax', maxAge: A_YEAR },
  language: { sameSite: 'Lax', maxAge: A_YEAR },
} as const satisfies Record<string, CookieKind>

export type CookieName = keyof typeof kinds

export class Cookies {
  readonly #proxies: Proxies

  constructor(proxies: Proxies) {
    this.#proxies = proxies
  }

  /** The value is ours: a token or a code, nothing that would have to be escaped. */
  set(c: Context, name: CookieName, value: string): void {
    this.#send(c, name, { value, maxAge: kindOf(name).maxAge })
  }

  /** Max-Age=0 is how "expire immediately" is spelled on the wire. */
  clear(c: Context, name: CookieName): void {
    this.#send(c, name, { value: '', maxAge: 0 })
  }

  #send(
    c: Context,
    name: CookieName,
    { value, maxAge }: { value: string; maxAge: number | undefined },
  ): void {
    const { path = '/', sameSite } = kindOf(name)
    const age = maxAge === undefined ? [] : [`Max-Age=${maxAge}`]
    const secure = this.#proxies.isSecure(c) ? ['Secure'] : []
    const line = [`${name}=${value}`, `Path=${path}`, ...age, 'HttpOnly', ...secure, `SameSite=${sameSite}`]
    c.header('Set-Cookie', line.join('; '), { append: true })
  }
}

const kindOf = (name: CookieName): CookieKind => kinds[name]

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
