import * as z from 'zod/mini'
import { version } from '../version.ts'
import type { Layout } from './pages/layout.ts'
import type { Renderer } from './renderer.ts'
import { forSession, type Route } from './routes.ts'
import type { ShippedPart } from './views/view-data.ts'

interface AboutParts {
  readonly renderer: Renderer
  readonly layout: Layout
}

/** Which version this is and what it is made of. Only for users who are logged in. */
export function aboutRoute({ renderer, layout }: AboutParts): Route {
  const show = forSession(async (c, session) => {
    const { title } = renderer.textFor(c).about
    const parts = await shippedParts()
    const body = renderer.draw(c, 'about', { title, version, runtime: `Bun ${process.versions.bun}`, parts })
    return layout.show(c, session, { title, body })
  })
  return { path: '/about', access: 'session', methods: { GET: show } }
}

/** The npm packages the service is made of: read from the lock file, so that none can be forgotten here. */
export async function shippedParts(): Promise<ShippedPart[]> {
  // Loaded on demand: the lock file is large, and only this page needs it.
  const { default: lock } = await import('../../package-lock.json', { with: { type: 'json' } })
  return Object.entries(lockFile.parse(lock).packages).flatMap(([path, entry]) => {
    const isOurselves = path === ''
    // The optional ones are Bun again, for other platforms.
    if (isOurselves || entry.dev || entry.optional) return []
    return [{ name: path.replace(/^.*node_modules\//, ''), version: entry.version, licence: entry.license }]
  })
}

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string(),
      license: z._default(z.string(), '–'),
      dev: z._default(z.boolean(), false),
      optional: z._default(z.boolean(), false),
    }),
  ),
})
