import type { Context } from 'hono'
import { readAddress } from '../addresses.ts'
import type { Proxies } from './proxies.ts'
import type { Scope } from './scope.ts'

interface CookieKind {
  readonly sameSite: 'Lax' | 'Strict'
  readonly path?: string
  /** How long the browser keeps it; without this, until the browser closes. */
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
  wanted: { sameSite: 'Lax', maxAge: 10 * 60 },
  theme: { sameSite: 'Lax', maxAge: A_YEAR },
  language: { sameSite: 'Lax', maxAge: A_YEAR },
} as const satisfies Record<string, CookieKind>

export type CookieName = keyof typeof kinds

export class Cookies {
  readonly #proxies: Proxies

  constructor(proxies: Proxies) {
    this.#proxies = proxies
  }

  /** The value is a token, a code or a path that was checked: nothing that would have to be escaped. */
  set(c: Context, name: CookieName, value: string): void {
    this.#send(c, name, { value, maxAge: kindOf(name).maxAge })
  }

  /** Max-Age=0 is how "expire immediately" is spelled on the wire. */
  clear(c: Context, name: CookieName): void {
    this.#send(c, name, { value: '', maxAge: 0 })
  }

  /**
   * Clears every cookie of this name that can have come with the request: another site under the same domain, or another
   * application on this host, may have set one for a parent domain or a longer path.
   */
  clearAll(c: Context, name: CookieName, { exceptOurs = false } = {}): void {
    if (!exceptOurs) this.clear(c, name)
    const others = pathsOf(c).flatMap((path) => domainsOf(c).map((domain) => ({ path, domain })))
    for (const { path, domain } of others.slice(1))
      this.#send(c, name, { value: '', maxAge: 0, path, domain })
  }

  #send(c: Context, name: CookieName, { value, maxAge, ...where }: CookieLine): void {
    const kind = kindOf(name)
    const line = [
      `${name}=${value}`,
      `Path=${where.path ?? kind.path ?? '/'}`,
      ...(where.domain === undefined ? [] : [`Domain=${where.domain}`]),
      ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
      'HttpOnly',
      ...(this.#proxies.isSecure(c) ? ['Secure'] : []),
      `SameSite=${kind.sameSite}`,
    ]
    c.header('Set-Cookie', line.join('; '), { append: true })
  }
}

interface CookieLine {
  readonly value: string
  readonly maxAge: number | undefined
  readonly path?: string
  readonly domain?: string | undefined
}

const kindOf = (name: CookieName): CookieKind => kinds[name]

const MAX_LEVELS = 8

/** The root, then each folder on the way to the requested path. */
function pathsOf(c: Context): readonly string[] {
  const segments = c.req.path.split('/').filter((segment) => /^[\w.~%-]+$/.test(segment))
  const levels = segments.slice(0, MAX_LEVELS).map((_, index) => `/${segments.slice(0, index + 1).join('/')}`)
  return ['/', ...levels]
}

/** No domain, then the host and each domain above it except the top-level one. */
function domainsOf(c: Context): readonly (string | undefined)[] {
  const host = (c.req.header('host') ?? '').replace(/:\d+$/, '')
  if (host.startsWith('[') || readAddress(host)) return [undefined]
  const labels = host.split('.').slice(-MAX_LEVELS)
  return [undefined, ...labels.slice(1).map((_, index) => labels.slice(index).join('.'))]
}

/** The cookie's value; none when there are two that differ, as another program on the same host may have added one. */
export function cookieValue(c: Context<Scope>, name: string): string | undefined {
  return cookiesOf(c).get(name)
}

/** True when the browser sent two values for one name. */
export function isAmbiguous(c: Context<Scope>, name: CookieName): boolean {
  return cookiesOf(c).has(name) && cookiesOf(c).get(name) === undefined
}

function cookiesOf(c: Context<Scope>): ReadonlyMap<string, string | undefined> {
  const values = c.get('cookies') ?? readCookies(c.req.header('cookie') ?? '')
  c.set('cookies', values)
  return values
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
