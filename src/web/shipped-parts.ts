import * as z from 'zod/mini'
import lock from '../../package-lock.json' with { type: 'json' }
import type { ShippedPart } from './views/view-data.ts'

/** The npm packages the service is made of: read from the lock file, so that none can be forgotten here. */
export function shippedParts(): ShippedPart[] {
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
