import { CookieJar } from './cookie-jar.ts'

type Headers = Readonly<Record<string, string>>
export type Fields = Readonly<Record<string, string>>
/** Hands a request to the service and brings back what it answers. */
export type Send = (request: Request) => Promise<Response>

/** An answer, read to its end. */
export interface Answer {
  readonly status: number
  readonly headers: globalThis.Headers
  readonly body: string
  /** The raw `Set-Cookie` lines. */
  readonly setCookies: readonly string[]
}

/** A visitor's browser without its screen: it keeps cookies, reads forms and follows nothing by itself. */
export class Browser {
  readonly jar = new CookieJar()
  readonly origin: URL
  readonly #send: Send

  constructor(origin: URL, send: Send) {
    this.origin = origin
    this.#send = send
  }

  get(path: string, headers: Headers = {}): Promise<Answer> {
    return this.ask(path, { headers })
  }

  /** Posts a form as a browser does that sends no `Sec-Fetch-…`, as on a plain-HTTP host. */
  post(path: string, fields: Fields = {}, headers: Headers = {}): Promise<Answer> {
    return this.ask(path, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Origin: this.origin.origin,
        ...headers,
      },
    })
  }

  /** Any request at all, with the cookies of this browser. */
  async ask(path: string, init: RequestInit & { headers?: Headers } = {}): Promise<Answer> {
    const cookie = this.jar.header()
    const headers = { Host: this.origin.host, ...(cookie !== '' && { Cookie: cookie }), ...init.headers }
    const response = await this.#send(
      new Request(new URL(path, this.origin), { redirect: 'manual', ...init, headers }),
    )
    const setCookies = response.headers.getSetCookie()
    this.jar.take(setCookies)
    return { status: response.status, headers: response.headers, body: await response.text(), setCookies }
  }

  /** Logs in through the real form: gets the page, fills in its fields, posts it. */
  async logIn(username = 'admin', password = username, headers: Headers = {}): Promise<Answer> {
    const page = await this.get('/login')
    return this.post('/login', { csrf: hiddenField(page.body, 'csrf'), username, password }, headers)
  }

  /** Logs out with the button of the page. */
  async logOut(headers: Headers = {}): Promise<Answer> {
    return this.post('/logout', { csrf: hiddenField((await this.get('/')).body, 'csrf') }, headers)
  }

  /** True when the service knows who this is. */
  async isLoggedIn(): Promise<boolean> {
    return (await this.get('/session')).status === 200
  }

  /** What `GET /session` says. */
  async session(): Promise<{ id: string; username: string; features: Record<string, boolean> }> {
    return JSON.parse((await this.get('/session')).body)
  }
}

/** An answer's status, and where it sends the browser. */
export function whereTo({ status, headers }: Answer): [status: number, location: string | null] {
  return [status, headers.get('location')]
}

/** The value of a hidden field, as the page has it. */
export function hiddenField(html: string, name: string): string {
  const [, value] = new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`).exec(html) ?? []
  if (value === undefined) throw new Error(`the page has no hidden field "${name}":\n${html}`)
  return value
}

/** The text of the login page's error, as a reader sees it; empty when there is none. */
export function shownError(html: string): string {
  return /<p [^>]*id="error">([^<]*)<\/p>/.exec(html)?.[1] ?? ''
}

/** The text with its characters as a browser reads them: a page may spell some by number. */
export function asRead(html: string): string {
  return html.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
}

/** Why the visitor is here, as the login page says it; empty when it does not. */
export function shownNotice(html: string): string {
  return /<p [^>]*role="status">([^<]*)<\/p>/.exec(html)?.[1] ?? ''
}
