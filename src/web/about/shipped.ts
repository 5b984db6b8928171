import * as z from 'zod/mini'
import manifest from '../../../package.json' with { type: 'json' }
import lock from '../../../package-lock.json' with { type: 'json' }

/** Software of others that comes along, and the terms it comes under. */
export interface ShippedPart {
  readonly name: string
  readonly version: string
  readonly licence: string
}

export const version: string = manifest.version

export const runtime = `Bun ${process.versions.bun}`

/** What npm installs for the service itself: as the lock file has it, so nothing can be forgotten here. */
export function shippedParts(): ShippedPart[] {
  return Object.entries(lockFile.parse(lock).packages).flatMap(([path, entry]) => {
    const isOurselves = path === ''
    // The optional ones are Bun once more, for other machines.
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
