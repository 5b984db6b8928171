import type { Context } from 'hono'
import { DeviceError } from '../../device/device-error.ts'
import type { DeviceAccess } from '../../session/device-access.ts'
import type { Session } from '../../session/session.ts'
import type { Sessions } from '../../session/sessions.ts'
import type { Cookies } from '../cookies.ts'
import { sendToLogin } from '../guards/session.ts'
import { takeWantedPage } from '../notice.ts'
import { type Renderer, wantsContentOnly } from '../renderer.ts'
import { forSession, type Route } from '../routes.ts'
import type { Scope } from '../scope.ts'
import { interfaces } from './interfaces.ts'
import { deviceName, type Layout, SYSTEM } from './layout.ts'
import { overview } from './overview.ts'
import type { Fragment, Page } from './page.ts'

/** The pages, in the order of the menu. */
export const pages: readonly Page[] = [overview, interfaces]

export interface PageRouteParts {
  readonly access: DeviceAccess
  readonly renderer: Renderer
  readonly layout: Layout
  readonly sessions: Sessions
  readonly cookies: Cookies
}

/** The routes of all pages and of their fragments. */
export function pageRoutes(parts: PageRouteParts): Route[] {
  const fragments = [deviceName, ...pages.flatMap((page) => page.fragments)]
  return [
    ...pages.map((page) => readingRoute(page.path, (c, session) => showPage(parts, page, { c, session }))),
    ...fragments.map((fragment) =>
      readingRoute(fragment.path, (c, session) => showFragment(parts, fragment, { c, session })),
    ),
  ]
}

function readingRoute(path: string, show: Parameters<typeof forSession>[0]): Route {
  return { path, access: 'session', methods: { GET: forSession(show) } }
}

interface Asked {
  readonly c: Context<Scope>
  readonly session: Session
}

/** The page without asking the device: its fragments do that later. */
export function showPage({ renderer, layout, cookies }: PageRouteParts, page: Page, { c, session }: Asked) {
  const text = renderer.textFor(c)
  const title = page.title(text)
  const wanted = page.path === '/' ? takeWantedPage(c, cookies) : undefined
  const data = () => ({
    title,
    wanted,
    fragments: page.fragments.map(({ path, title, refreshSeconds, isOnDemand }) => ({
      href: path,
      label: title(text),
      ...(refreshSeconds && { refreshSeconds }),
      ...(isOnDemand && { isOnDemand }),
    })),
  })
  const body =
    page.isOfOne || wanted
      ? renderer.draw(c, 'page', data())
      : renderer.drawShared(c, 'page', { kind: page.path, differing: [], data })
  return layout.show(c, session, { title, body, bringsDeviceName: page.bringsDeviceName })
}

export async function showFragment(parts: PageRouteParts, fragment: Fragment, { c, session }: Asked) {
  const { renderer, layout, access } = parts
  const title = fragment.title(renderer.textFor(c))
  c.header('Vary', 'HX-Request')
  try {
    const drawing = await fragment.load(async (resource) => {
      const answer = await access.read(session, resource, c.req.raw.signal)
      if (resource === SYSTEM) layout.learnDeviceName(session, answer)
      return answer
    })
    return showContent(
      drawing((view, data) => renderer.draw(c, view, data)),
      200,
    )
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error
    if (c.req.raw.signal.aborted) return c.body(null, 400)
    if (error.kind === 'rejected') return sendToLogin(c, parts)
    c.get('log').warn('fragment.failed', { path: fragment.path, because: error.kind, reason: error.code })
    const problem = { kind: error.kind, says: error.says ?? '', retryHref: fragment.path }
    const status = error.kind === 'absent' && fragment.isOfOne ? 404 : statusOf[error.kind]
    return showContent(renderer.draw(c, 'fragment-problem', problem), status)
  }

  /** As a whole page where the browser runs no script. */
  function showContent(content: string, status: 200 | 404 | 502 | 504) {
    if (wantsContentOnly(c)) return renderer.sendFragment(c, content, status)
    const body = renderer.draw(c, 'fragment-page', { title, body: content })
    return layout.show(c, session, { title, body, status })
  }
}

/** A refusal by the device is an answer; no answer from the device is a failed gateway. */
const statusOf = { denied: 200, absent: 200, refused: 200, slow: 504, dead: 502, malformed: 502 } as const
