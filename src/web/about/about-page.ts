import type { Shell } from '../pages/shell.ts'
import { forSession, type Route } from '../routes.ts'
import type { Screen } from '../screen.ts'

interface AboutPageParts {
  readonly screen: Screen
  readonly shell: Shell
}

/** Which version this is and what it is made of. Only for people who are signed in. */
export function aboutPageRoute({ screen, shell }: AboutPageParts): Route {
  const show = forSession(async (c, session) => {
    // The list is read from the lock file, which nobody needs before they ask.
    const { runtime, shippedParts, version } = await import('./shipped.ts')
    const { title } = screen.textFor(c).about
    const body = screen.draw(c, 'about', { title, version, runtime, parts: shippedParts() })
    return shell.show(c, session, { title, body })
  })
  return { path: '/about', access: 'session', methods: { GET: show } }
}
