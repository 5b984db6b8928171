import { hash } from 'node:crypto'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { isLoopback } from '../addresses.ts'
import type { CsrfTokens } from '../session/server-secret.ts'
import type { Assets } from './assets.ts'
import { cookieValue } from './cookies.ts'
import { compress, pickEncoding } from './encoding.ts'
import { hostName } from './guards/request.ts'
import type { Proxies } from './proxies.ts'
import type { Scope } from './scope.ts'
import { fill, type Language, languages, pickLanguage, type Texts } from './texts/languages.ts'
import { type Frame, themes } from './views/frame.ts'
import { inHtml, type Render } from './views/render.ts'
import { Stencils } from './views/stencils.ts'
import type { ViewData } from './views/view-data.ts'

/** In characters. Below that, compression saves less than its headers cost. */
const MIN_COMPRESSED = 1_000

/** What a view needs beyond what every view gets. */
export type OwnData<Name extends keyof ViewData> = Omit<ViewData[Name], keyof Frame>

export interface RendererParts {
  readonly render: Render
  readonly assets: Assets
  readonly csrf: CsrfTokens
  readonly proxies: Proxies
  readonly banner: string
  /** What a vendor calls the product, and the login page. */
  readonly names?: { readonly product?: string | undefined; readonly title?: string | undefined } | undefined
  /** False when a vendor's templates replace some of ours, which may change texts before printing them. */
  readonly isOurs: boolean
}

/** A view that is the same for many visitors except for a few texts. */
interface SharedView<Data> {
  /** Everything else that the view depends on. */
  readonly kind: string
  /** The texts, which the template only prints. HTML from another view is marked as such. */
  readonly differing: readonly (string | { readonly html: string })[]
  /** The data with these texts in it, or with placeholders for them. */
  readonly data: (texts: readonly string[]) => Data
}

/** Draws views for a request: adds to their own data what all of them need. */
export class Renderer {
  readonly #parts: RendererParts
  readonly #stencils = new Stencils()

  constructor(parts: RendererParts) {
    this.#parts = parts
  }

  /** HTML as an answer that names its language. */
  send(c: Context<Scope>, html: string, status: ContentfulStatusCode = 200): Response | Promise<Response> {
    c.header('Content-Language', languageOf(c).code)
    c.header('Vary', 'Accept-Language', { append: true })
    return c.html(html, status)
  }

  /**
   * HTML that htmx puts into a page: compressed, and nothing at all when the browser shows exactly this already.
   * A page holds its request-forgery token, so it is never compressed (docs/decisions/055).
   */
  sendFragment(
    c: Context<Scope>,
    html: string,
    status: 200 | 404 | 502 | 504 = 200,
  ): Response | Promise<Response> {
    // The device's answer is content, and htmx would drop it with a 404. Without an answer, the status is that of a gateway.
    if (status > 500) return this.send(c, html, status)
    const version = hash('sha256', html, 'base64url')
    c.header('X-Portico-Content', version)
    if (c.req.header('x-portico-shown') === version) return c.body(null, 204)
    const encoding = pickEncoding(c.req.header('accept-encoding') ?? '')
    c.header('Vary', 'Accept-Encoding', { append: true })
    if (encoding === 'identity' || html.length < MIN_COMPRESSED) return this.send(c, html)
    c.header('Content-Language', languageOf(c).code)
    c.header('Vary', 'Accept-Language', { append: true })
    c.header('Content-Type', 'text/html; charset=UTF-8')
    c.header('Content-Encoding', encoding)
    return c.body(compress(encoding, new TextEncoder().encode(html), 'answer'))
  }

  /** The view as HTML, to stand inside another one. */
  draw<Name extends keyof ViewData>(c: Context<Scope>, name: Name, data: OwnData<Name>): string {
    return this.#parts.render(name, { ...this.#frame(c), ...data } as ViewData[Name])
  }

  /** Like {@link draw}, but drawn once for all visitors who see the same except for a few texts. */
  drawShared<Name extends keyof ViewData>(
    c: Context<Scope>,
    name: Name,
    { kind, differing, data }: SharedView<OwnData<Name>>,
  ): string {
    const drawWith = (texts: readonly string[]) => this.draw(c, name, data(texts))
    if (!this.#parts.isOurs) return drawWith(differing.map(asItIs))
    const { language, theme, isSecure } = this.#frame(c)
    return this.#stencils.draw(
      `${name} ${language} ${theme} ${isSecure} ${kind}`,
      differing.map((text) => (typeof text === 'string' ? inHtml(text) : text.html)),
      drawWith,
    )
  }

  /** A whole page that says one thing: not found, not allowed, not now. A program that wants JSON gets one word. */
  showMessage(c: Context<Scope>, status: MessageStatus): Response | Promise<Response> {
    if (takesOnlyJson(c)) return c.json({ error: wordOf[status] }, status)
    const { messages } = this.textFor(c)
    const home = { href: '/', label: messages.home }
    const login = { href: '/login', label: messages.login }
    const html = this.draw(c, 'message', {
      ...messages[messageOf[status]],
      CsrfToken: this.csrfTokenFor(c),
      link: status === 503 ? undefined : c.get('session') ? home : login,
    })
    return this.send(c, html, status)
  }

  languageFor(c: Context<Scope>): Language {
    return languageOf(c)
  }

  textFor(c: Context<Scope>): Texts {
    const { text } = languageOf(c)
    const { names } = this.#parts
    if (!names?.product && !names?.title) return text
    const { product = text.layout.product, title = text.login.title } = names
    return { ...text, layout: { ...text.layout, product }, login: { ...text.login, title } }
  }

  /** The token for the page's forms: the session's, or a visitor's. */
  csrfTokenFor(c: Context<Scope>): string {
    return c.get('session')?.csrfToken ?? this.#parts.csrf.forVisitors()
  }

  #frame(c: Context<Scope>): Frame {
    const { assets, proxies, banner } = this.#parts
    const { format, code, direction } = languageOf(c)
    return {
      text: this.textFor(c),
      fill,
      format,
      language: code,
      direction,
      languages,
      theme: themeOf(cookieValue(c, 'theme')),
      asset: assets.url,
      isSecure: proxies.isSecure(c) || isLoopback(hostName(c)),
      banner,
    }
  }
}

/** htmx swaps the content into its page; but a page that it restores from history must be whole. */
export function wantsContentOnly(c: Context<Scope>): boolean {
  return c.req.header('hx-request') === 'true' && c.req.header('hx-history-restore-request') !== 'true'
}

/** A browser shows the frame first; a program, or a browser without script, wants everything in one answer. */
export function wantsWhole(c: Context<Scope>): boolean {
  const accept = c.req.header('accept') ?? ''
  return !accept.includes('text/html') || c.req.query('view') === 'whole' || isReload(c)
}

/** A page without script that is kept fresh loads itself again: its user did not ask for it. */
export function isReload(c: Context<Scope>): boolean {
  return c.req.query('view') === 'again'
}

/** As programs ask for it. */
export function takesOnlyJson(c: Context): boolean {
  const accepted = (c.req.header('accept') ?? '').split(',').map((type) => type.split(';')[0]?.trim() ?? '')
  return accepted.some(Boolean) && accepted.every((type) => /^application\/(.+\+)?json$/i.test(type))
}

const messageOf = {
  403: 'forbidden',
  404: 'notFound',
  405: 'wrongMethod',
  408: 'tooSlow',
  413: 'tooLarge',
  503: 'unavailable',
} as const

export type MessageStatus = keyof typeof messageOf

const wordOf = {
  403: 'forbidden',
  404: 'not-found',
  405: 'wrong-method',
  408: 'too-slow',
  413: 'too-large',
  503: 'unavailable',
} as const satisfies Record<MessageStatus, string>

const asItIs = (text: string | { readonly html: string }) => (typeof text === 'string' ? text : text.html)

/** A page asks for it several times; the headers are read once. */
function languageOf(c: Context<Scope>): Language {
  const language =
    c.get('language') ?? pickLanguage(cookieValue(c, 'language'), c.req.header('accept-language'))
  c.set('language', language)
  return language
}

const themeOf = (chosen: string | undefined) => themes.find((theme) => theme === chosen) ?? 'auto'
