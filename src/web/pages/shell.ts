import type { Context } from 'hono'
import { featuresAsText } from '../../features/features.ts'
import { CONSOLE, NETWORK_BROWSER } from '../../features/web-shortcuts.ts'
import type { Session } from '../../session/session.ts'
import type { Scope } from '../scope.ts'
import type { Screen } from '../screen.ts'
import type { Texts } from '../texts/texts.ts'
import type { MenuEntry, MenuGroup, MenuSection } from '../views/render.ts'
import { idleChoices } from './idle-choices.ts'
import type { Page } from './page.ts'

/** The network browser: one name-based virtual host, the same for every device. Never made from the request. */
export const NETWORK_BROWSER_URL = 'https://network.local/'

export interface ShellParts {
  readonly screen: Screen
  readonly pages: readonly Page[]
  readonly deviceNamePath: string
  /** The server's idle limit. */
  readonly longestIdleMs: number
  /** `{host}` in it is the host name that the browser used. */
  readonly consoleUrl: string
}

/** Top bar, menu and frame of a page, made from the session alone. */
export class Shell {
  readonly #parts: ShellParts

  constructor(parts: ShellParts) {
    this.#parts = parts
  }

  /** The body inside the shell, as a whole answer. */
  show(
    c: Context<Scope>,
    session: Session,
    { title, body, status = 200 }: { title: string; body: string; status?: 200 | 502 | 504 },
  ): Response | Promise<Response> {
    const { screen, deviceNamePath, consoleUrl, longestIdleMs } = this.#parts
    const { features, username, idleMs } = session
    const { path } = c.req
    const host = features[CONSOLE] ? hostName(c) : ''
    const html = screen.drawAlike(c, 'layout', {
      kind: [path, title, host, idleMs, featuresAsText(features)].join('\n'),
      differing: [screen.csrfTokenFor(c), username, { html: body }],
      data: ([CsrfToken = '', username = '', body = '']) => ({
        CsrfToken,
        username,
        body,
        title,
        path,
        deviceNameHref: deviceNamePath,
        idleChoices: idleChoices(idleMs, longestIdleMs, screen.languageFor(c)),
        consoleUrl: features[CONSOLE] ? consoleUrl.replaceAll('{host}', host) : undefined,
        networkBrowserUrl: features[NETWORK_BROWSER] ? NETWORK_BROWSER_URL : undefined,
        menu: this.#menu(screen.textFor(c), session, path),
      }),
    })
    return screen.send(c, html, status)
  }

  /** What the session may not see is not in the menu. */
  #menu(text: Texts, session: Session, path: string): MenuSection[] {
    const groups = [text.menu.system, text.menu.network].map((title): MenuGroup => {
      const own = this.#parts.pages.filter((page) => page.group(text) === title && isOpenTo(session, page))
      const entries = own.map((page) => pageEntry(page, text, path))
      return {
        title,
        entries: title === text.menu.network ? [...entries, ...networkBrowser(text, session)] : entries,
      }
    })
    return [{ title: text.menu.status, groups: groups.filter((group) => group.entries.length > 0) }]
  }
}

/** A page whose feature is off does not exist for the session: not in the menu, and not at its address. */
export function isOpenTo(session: Session, { requires }: { readonly requires?: string }): boolean {
  return requires === undefined || session.features[requires] === true
}

function pageEntry(page: Page, text: Texts, path: string): MenuEntry {
  return {
    title: page.title(text),
    href: page.path,
    icon: page.icon,
    current: page.path === path,
    newTab: false,
  }
}

function networkBrowser(text: Texts, session: Session): MenuEntry[] {
  if (!session.features[NETWORK_BROWSER]) return []
  const title = text.menu.networkBrowser
  return [{ title, href: NETWORK_BROWSER_URL, icon: 'network', current: false, newTab: true }]
}

/** As the browser wrote it; the guards have seen that it is one. */
const hostName = (c: Context) => (c.req.header('host') ?? '').toLowerCase().replace(/:\d+$/, '')
