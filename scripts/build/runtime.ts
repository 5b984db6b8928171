import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { runQuietly } from '../check/run-quietly.ts'

/** What an executable can be built for, and the npm package with the Bun for it. */
const packages = {
  'linux-x64': '@oven/bun-linux-x64',
  'linux-x64-musl': '@oven/bun-linux-x64-musl',
  'linux-arm64': '@oven/bun-linux-aarch64',
  'linux-arm64-musl': '@oven/bun-linux-aarch64-musl',
} as const

export type Target = keyof typeof packages

export const targets: readonly string[] = Object.keys(packages)

export function isTarget(name: string): name is Target {
  return targets.includes(name)
}

/** The Bun for a target: fetched by npm, held against the lock file, kept for the next build. */
export async function fetchRuntime(target: Target, cache: string): Promise<string> {
  const folder = join(cache, `${target}-${Bun.version}`)
  const bun = join(folder, 'package/bin/bun')
  if (await Bun.file(bun).exists()) return bun

  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const name = packages[target]
  await run('npm', 'pack', `${name}@${Bun.version}`, '--silent', '--pack-destination', folder)
  const tarball = join(folder, `${name.replace('@', '').replace('/', '-')}-${Bun.version}.tgz`)
  requireLocked(name, readFileSync(tarball))
  await run('tar', '-xzf', tarball, '-C', folder, 'package/bin/bun')
  rmSync(tarball)
  return bun
}

function requireLocked(name: string, tarball: Uint8Array): void {
  const { packages } = lockFile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
  const found = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
  if (packages[`node_modules/${name}`]?.integrity !== found) {
    throw new Error(`${name} is not the package that package-lock.json names`)
  }
}

const lockFile = z.object({ packages: z.record(z.string(), z.object({ integrity: z.string().optional() })) })

async function run(...command: readonly string[]): Promise<void> {
  const { said, status } = await runQuietly(command)
  if (status !== 0) throw new Error(`${command.join(' ')}: ${said}`)
}
