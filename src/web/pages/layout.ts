import type { Context } from 'hono'
import { shortTextAt } from '../../data/json-path.ts'
import type { Shortcut } from '../../features/declared.ts'
import { CONSOLE, featuresAsText, NETWORK_BROWSER } from '../../features/features.ts'
import type { Session } from '../../session/session.ts'
import { hostName } from '../guards/request.ts'
import type { Renderer } from '../renderer.ts'
import type { Scope } from '../scope.ts'
import { fill, type Language, type Texts } from '../texts/languages.ts'
import type { IdleChoice, MenuEntry, MenuSection, ShortcutLink } from '../views/view-data.ts'
import { defineFragment, type MenuItem } from './page.ts'

/** The network browser: one name-based virtual host, the same for every device. Never derived from the request. */
const NETWORK_BROWSER_URL = 'https://network.local/'

export const SYSTEM = 'ietf-system:system'

/** The device's own name, in the top bar of every page. */
export const deviceName = defineFragment({
  path: '/device-name',
  title: (text) => text.overview.hostname,
  load: (device) => device(SYSTEM),
  template: 'device-name',
  view: (system) => ({ name: nameIn(system) }),
})

const nameIn = (system: unknown) => shortTextAt(system, [SYSTEM, 'hostname'])

interface LayoutParts {
  readonly renderer: Renderer
  readonly menu: readonly MenuItem[]
  /** The server's idle limit. */
  readonly maxIdleMs: number
  /** `{host}` in it is the host name that the browser used. */
  readonly consoleUrl: string
  readonly now: () => number
  readonly shortcuts: readonly Shortcut[]
}

interface Content {
  readonly title: string
  /** Trusted HTML, made by a view. */
  readonly body: string
  readonly status?: 200 | 404 | 502 | 504
  /** What a browser without script loads by itself, and when, as `0; url=/data?view=whole`. */
  readonly reload?: string | undefined
  /** The path of the menu item that the page belongs to, if its own path does not show it. */
  readonly menuPath?: string
  /** True when a fragment of the page puts the device's name into the top bar, so that nothing else asks for it. */
  readonly bringsDeviceName?: boolean | undefined
}

/** Top bar, menu and frame of every page, made from the session alone. */
export class Layout {
  readonly #parts: LayoutParts
  readonly #names: DeviceNames

  constructor(parts: LayoutParts) {
    this.#parts = parts
    this.#names = new DeviceNames(parts.now)
  }

  /** Remembers the device's name from a page's data, so that the session's next pages need not ask for it. */
  learnDeviceName(session: Session, system: unknown): void {
    const name = nameIn(system)
    if (name !== undefined) this.#names.remember(session, name)
  }

  /** The content inside the layout, as a whole answer. */
  show(c: Context<Scope>, session: Session, content: Content): Response | Promise<Response> {
    const { renderer, menu, consoleUrl, maxIdleMs, shortcuts } = this.#parts
    const { features, username, idleMs } = session
    const at = content.menuPath ?? c.req.path
    const here = menu.find(({ path }) => path === at || at.startsWith(`${path}/`))?.path
    const shown = shortcuts.filter(({ feature }) => features[feature] === true)
    const host = features[CONSOLE] || shown.length > 0 ? hostName(c) : ''
    const declared = shown.map(({ title, icon, url }) => ({
      title,
      icon,
      href: url.replaceAll('{host}', host),
    }))
    const name = this.#names.of(session)
    const asksForName = name === undefined && !content.bringsDeviceName
    const html = renderer.drawShared(c, 'layout', {
      kind: [
        ...[here, host, idleMs, featuresAsText(features)],
        ...[name === undefined, asksForName, content.reload !== undefined],
      ].join('\n'),
      differing: [
        ...[renderer.csrfTokenFor(c), username, content.title],
        ...[name ?? '', content.reload ?? ''],
        { html: content.body },
      ],
      data: ([CsrfToken = '', username = '', title = '', shownName = '', reload = '', body = '']) => ({
        reload: content.reload === undefined ? undefined : reload,
        CsrfToken,
        username,
        title,
        body,
        deviceName: name === undefined ? undefined : shownName,
        deviceNameHref: asksForName ? deviceName.path : undefined,
        idleChoices: idleChoices(idleMs, maxIdleMs, renderer.languageFor(c)),
        consoleUrl: features[CONSOLE] ? consoleUrl.replaceAll('{host}', host) : undefined,
        networkBrowserUrl: features[NETWORK_BROWSER] ? NETWORK_BROWSER_URL : undefined,
        shortcuts: declared,
        menu: menuSections(menu, { here, session, declared, text: renderer.textFor(c) }),
      }),
    })
    return renderer.send(c, html, content.status)
  }
}

const MAX_NAMES = 1_000
const NAME_KEPT_MS = 5 * 60_000

/** The device's name for each session, kept for five minutes so that a new name is noticed. */
class DeviceNames {
  readonly #now: () => number
  readonly #names = new Map<string, { readonly name: string; readonly until: number }>()

  constructor(now: () => number) {
    this.#now = now
  }

  of({ id }: Session): string | undefined {
    const known = this.#names.get(id)
    return known && this.#now() < known.until ? known.name : undefined
  }

  remember({ id }: Session, name: string): void {
    this.#names.delete(id)
    const [oldest] = this.#names.keys()
    if (this.#names.size >= MAX_NAMES && oldest !== undefined) this.#names.delete(oldest)
    this.#names.set(id, { name, until: this.#now() + NAME_KEPT_MS })
  }
}

/** The headings of the menu. */
const sections = [{ title: 'status', groups: ['system', 'network', 'device'] }] as const

interface MenuState {
  readonly text: Texts
  readonly session: Session
  /** The path of the item that is open. */
  readonly here: string | undefined
  readonly declared: readonly ShortcutLink[]
}

function menuSections(
  items: readonly MenuItem[],
  { text, session, here, declared }: MenuState,
): MenuSection[] {
  const entriesOf = (group: MenuItem['group']): MenuEntry[] => [
    ...items
      .filter((item) => item.group === group)
      .map(({ title, path, icon }) => ({
        title: title(text),
        href: path,
        icon,
        current: path === here,
        newTab: false,
      })),
    ...(group === 'network' && session.features[NETWORK_BROWSER] ? [networkBrowser(text)] : []),
    ...(group === 'device' ? declared.map((link) => ({ ...link, current: false, newTab: true })) : []),
  ]
  return sections.map(({ title, groups }) => ({
    title: text.menu[title],
    groups: groups.map((group) => ({ title: text.menu[group], entries: entriesOf(group) })),
  }))
}

function networkBrowser({ menu }: Texts): MenuEntry {
  return {
    title: menu.networkBrowser,
    href: NETWORK_BROWSER_URL,
    icon: 'network',
    current: false,
    newTab: true,
  }
}

const usualIdleMs = [5, 15, 30].map((minutes) => minutes * 60_000)

/** The idle limits a user can choose from: the usual ones below the server's, the server's, and the current one. */
export function idleChoices(idleMs: number, maxMs: number, { text, format }: Language): IdleChoice[] {
  const shorter = [...new Set([...usualIdleMs, idleMs])].filter((ms) => ms < maxMs).sort((a, b) => a - b)
  const longest = fill(text.idle.longest, { time: format.span(maxMs) })
  return [
    ...shorter.map((ms) => ({ seconds: ms / 1000, label: format.span(ms), isChosen: ms === idleMs })),
    { seconds: 0, label: longest, isChosen: idleMs >= maxMs },
  ]
}
