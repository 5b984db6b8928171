import type { Context } from 'hono'
import type { Scope } from './scope.ts'
import type { Screen } from './screen.ts'
import type { Texts } from './texts/texts.ts'

export type MessageStatus = 403 | 404 | 405 | 408 | 413 | 503

const messageOf: Readonly<Record<MessageStatus, (text: Texts) => { title: string; sentence: string }>> = {
  403: (text) => text.messages.forbidden,
  404: (text) => text.messages.notFound,
  405: (text) => text.messages.wrongMethod,
  408: (text) => text.messages.tooSlow,
  413: (text) => text.messages.tooLarge,
  503: (text) => text.messages.unavailable,
}

/** Whole pages that say one thing. */
export class Messages {
  readonly #screen: Screen

  constructor(screen: Screen) {
    this.#screen = screen
  }

  show(c: Context<Scope>, status: MessageStatus): Response | Promise<Response> {
    const text = this.#screen.textFor(c)
    const home = { href: '/', label: text.messages.home }
    const login = { href: '/login', label: text.messages.login }
    const data = {
      ...messageOf[status](text),
      CsrfToken: this.#screen.csrfTokenFor(c),
      link: status === 503 ? undefined : c.get('session') ? home : login,
    }
    return this.#screen.show(c, 'message', data, status)
  }
}
