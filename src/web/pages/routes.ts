import type { Context } from 'hono'
import { DeviceError } from '../../device/device-error.ts'
import { featuresAsText } from '../../features/features.ts'
import type { DeviceAccess } from '../../session/device-access.ts'
import type { Session } from '../../session/session.ts'
import type { Cookies } from '../cookies.ts'
import { sendToLogin } from '../guards/session.ts'
import type { Messages } from '../messages.ts'
import type { Route } from '../routes.ts'
import type { Scope } from '../scope.ts'
import type { Screen } from '../screen.ts'
import type { Fragment, Page } from './page.ts'
import { isOpenTo, type Shell } from './shell.ts'

export interface PageRouteParts {
  readonly pages: readonly Page[]
  readonly shellFragments: readonly Fragment[]
  readonly access: DeviceAccess
  readonly screen: Screen
  readonly shell: Shell
  readonly messages: Messages
  readonly cookies: Cookies
}

/** The routes of all pages and of their fragments. */
export function pageRoutes(parts: PageRouteParts): Route[] {
  const fragments = [...parts.shellFragments, ...parts.pages.flatMap((page) => page.fragments)]
  return [
    ...parts.pages.map((page) => route(parts, page, (c, session) => showPage(parts, page, { c, session }))),
    ...fragments.map((fragment) =>
      route(parts, fragment, (c, session) => showFragment(parts, fragment, { c, session })),
    ),
  ]
}

type ForSession = (c: Context<Scope>, session: Session) => Response | Promise<Response>
type Asked = { readonly c: Context<Scope>; readonly session: Session }

function route({ messages }: PageRouteParts, of: Page | Fragment, show: ForSession): Route {
  return {
    path: of.path,
    access: 'session',
    methods: {
      GET(c) {
        c.header('Vary', 'HX-Request')
        const session = c.get('session')
        if (!session || !isOpenTo(session, of)) return messages.show(c, 404)
        return show(c, session)
      },
    },
  }
}

/** The page without a word from the device: its fragments ask for that later. */
function showPage({ screen, shell }: PageRouteParts, page: Page, { c, session }: Asked) {
  const text = screen.textFor(c)
  const title = page.title(text)
  const places = () =>
    page.fragments
      .filter((fragment) => isOpenTo(session, fragment))
      .map(({ path, title, refreshSeconds }) => ({
        href: path,
        label: title(text),
        ...(refreshSeconds && { refreshSeconds }),
      }))
  const body = screen.drawAlike(c, page.view, {
    kind: featuresAsText(session.features),
    differing: [],
    data: () => ({ title, fragments: places() }),
  })
  return wantsContentOnly(c) ? screen.send(c, body) : shell.show(c, session, { title, body })
}

async function showFragment(parts: PageRouteParts, fragment: Fragment, { c, session }: Asked) {
  const { screen, shell, access, cookies } = parts
  const title = fragment.title(screen.textFor(c))
  try {
    const drawing = await fragment.load((resource) => access.read(session, resource, c.req.raw.signal))
    return showContent(
      drawing((view, data) => screen.draw(c, view, data)),
      200,
    )
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error
    if (c.req.raw.signal.aborted) return c.body(null, 400)
    if (error.kind === 'rejected') return sendToLogin(c, cookies, 'password-rejected')
    c.get('log').warn('fragment.failed', { path: fragment.path, because: error.kind, reason: error.code })
    const problem = { kind: error.kind, retryHref: fragment.path }
    return showContent(screen.draw(c, 'fragment-problem', problem), statusOf[error.kind])
  }

  /** As a whole page where the browser runs no script. */
  function showContent(content: string, status: 200 | 502 | 504) {
    if (wantsContentOnly(c)) return screen.send(c, content, status)
    return shell.show(c, session, {
      title,
      body: screen.draw(c, 'fragment-page', { title, body: content }),
      status,
    })
  }
}

/** What the device will not show is an answer; that it does not answer is a failed gateway. */
const statusOf = { denied: 200, absent: 200, slow: 504, dead: 502, malformed: 502 } as const

/** htmx wants what it will swap in; but a page that it restores from history must be whole. */
function wantsContentOnly(c: Context): boolean {
  return c.req.header('hx-request') === 'true' && c.req.header('hx-history-restore-request') !== 'true'
}
