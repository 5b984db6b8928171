import { version } from '../version.ts'
import type { Layout } from './pages/layout.ts'
import type { Renderer } from './renderer.ts'
import { forSession, type Route } from './routes.ts'

interface AboutParts {
  readonly renderer: Renderer
  readonly layout: Layout
}

/** Which version this is and what it is made of. Only for users who are logged in. */
export function aboutRoute({ renderer, layout }: AboutParts): Route {
  const show = forSession(async (c, session) => {
    const { title } = renderer.textFor(c).about
    // Loaded on demand: the lock file is large, and only this page needs it.
    const { shippedParts } = await import('./shipped-parts.ts')
    const parts = shippedParts()
    const body = renderer.draw(c, 'about', { title, version, runtime: `Bun ${process.versions.bun}`, parts })
    return layout.show(c, session, { title, body })
  })
  return { path: '/about', access: 'session', methods: { GET: show } }
}
