import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { CsrfTokens } from '../session/csrf-tokens.ts'
import type { Assets } from './assets.ts'
import { cookieValue } from './cookies.ts'
import { themes } from './preferences.ts'
import type { Proxies } from './proxies.ts'
import type { Scope } from './scope.ts'
import { type Language, languages, pickLanguage } from './texts/languages.ts'
import { fill, type Texts } from './texts/texts.ts'
import { type Frame, inHtml, type Render, type ViewData } from './views/render.ts'
import { Stencils } from './views/stencils.ts'

/** What a view needs beyond what every view gets. */
export type OwnData<Name extends keyof ViewData> = Omit<ViewData[Name], keyof Frame>

export interface ScreenParts {
  readonly render: Render
  readonly assets: Assets
  readonly csrf: CsrfTokens
  readonly proxies: Proxies
  readonly banner: string
  /** False when a vendor's templates replace some of ours: those may do with a text what they like. */
  readonly isOurs: boolean
}

/** A drawing that is the same for many, but for a few texts. */
interface Alike<Data> {
  /** Tells apart what is not alike. */
  readonly kind: string
  /** The texts, which the template prints and does not look at; HTML of another view says so. */
  readonly differing: readonly (string | { readonly html: string })[]
  /** The data with these texts in it, or with what stands in for them. */
  readonly data: (texts: readonly string[]) => Data
}

/** Draws views for a request: adds to their own data what all of them need. */
export class Screen {
  readonly #parts: ScreenParts
  readonly #stencils = new Stencils()

  constructor(parts: ScreenParts) {
    this.#parts = parts
  }

  /** The view as a whole answer. */
  show<Name extends keyof ViewData>(
    c: Context<Scope>,
    name: Name,
    data: OwnData<Name>,
    status: ContentfulStatusCode = 200,
  ): Response | Promise<Response> {
    return this.send(c, this.draw(c, name, data), status)
  }

  /** What was drawn, as an answer that says which language it is in. */
  send(c: Context<Scope>, html: string, status: ContentfulStatusCode = 200): Response | Promise<Response> {
    c.header('Content-Language', languageOf(c).code)
    c.header('Vary', 'Accept-Language', { append: true })
    return c.html(html, status)
  }

  /** The view as HTML, to stand inside another one. */
  draw<Name extends keyof ViewData>(c: Context<Scope>, name: Name, data: OwnData<Name>): string {
    return this.#parts.render(name, { ...this.#frame(c), ...data } as ViewData[Name])
  }

  /** The same; drawn once for all who see the same but for a few texts. */
  drawAlike<Name extends keyof ViewData>(
    c: Context<Scope>,
    name: Name,
    { kind, differing, data }: Alike<OwnData<Name>>,
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

  languageFor(c: Context<Scope>): Language {
    return languageOf(c)
  }

  textFor(c: Context<Scope>): Texts {
    return languageOf(c).text
  }

  /** The token that a page shows is the one that will be checked: the session's, or any visitor's. */
  csrfTokenFor(c: Context<Scope>): string {
    return c.get('session')?.csrfToken ?? this.#parts.csrf.forVisitors()
  }

  #frame(c: Context<Scope>): Frame {
    const { assets, proxies, banner } = this.#parts
    const { text, format, code, direction } = languageOf(c)
    return {
      text,
      fill,
      format,
      language: code,
      direction,
      languages,
      theme: themeOf(cookieValue(c, 'theme')),
      asset: assets.url,
      isSecure: proxies.isSecure(c) || isThisMachine(c.req.header('host') ?? ''),
      banner,
    }
  }
}

const asItIs = (text: string | { readonly html: string }) => (typeof text === 'string' ? text : text.html)

/** Asked for several times while a page is drawn, and read from the headers once. */
function languageOf(c: Context<Scope>): Language {
  const language =
    c.get('language') ?? pickLanguage(cookieValue(c, 'language'), c.req.header('accept-language'))
  c.set('language', language)
  return language
}

const themeOf = (chosen: string | undefined) => themes.find((theme) => theme === chosen) ?? 'auto'

const isThisMachine = (host: string) => /^(localhost|127\.[\d.]+|\[::1\])(:\d+)?$/i.test(host)
