import { expect, test } from 'bun:test'
import manifest from '../package.json' with { type: 'json' }
import lock from '../package-lock.json' with { type: 'json' }

const packages: Readonly<Record<string, { readonly version?: string }>> = lock.packages

test('R14 the runtime is pinned, and comes with npm ci like everything else', () => {
  expect(manifest.dependencies.bun).toMatch(/^\d+\.\d+\.\d+$/)
  expect(packages['node_modules/bun']?.version).toBe(manifest.dependencies.bun)
  expect(Bun.version).toBe(manifest.dependencies.bun)
})

test('R15 every dependency is pinned to one version', () => {
  const ranges = { ...manifest.dependencies, ...manifest.devDependencies }
  for (const range of Object.values(ranges)) expect(range).toMatch(/^\d+\.\d+\.\d+$/)
})

/** Session, cookie and request code with known holes; none of it is here, in no version. */
const UNWELCOME = [
  'csurf',
  '@fastify/session',
  '@fastify/secure-session',
  'fastify',
  'express-session',
  'undici',
  'cookie',
]

test('R15 no dependency is one known for holes in sessions, cookies or forgery checks', () => {
  const names = Object.keys(packages).map((path) =>
    path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
  )
  expect(names.filter((name) => UNWELCOME.includes(name))).toEqual([])
})
