import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { settingRows } from '../../src/settings/settings.ts'

const known = new Set([
  ...settingRows.map(([, { variable }]) => variable),
  'BUN_RUNTIME_TRANSPILER_CACHE_PATH',
])

test.each([
  ['examples/compose/compose.yaml', /^ {4}([A-Z][A-Z_]+):/gm],
  ['packaging/default', /^#?([A-Z][A-Z_]+)=/gm],
] as const)('every variable in %s is one of a setting', (file, pattern) => {
  const named = [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => !known.has(name))).toEqual([])
})

test('12.15 in the compose example the service trusts its proxy alone, and images are exact versions', () => {
  const { services } = compose.parse(Bun.YAML.parse(readFileSync('examples/compose/compose.yaml', 'utf8')))
  const address = services.proxy?.networks
  expect(address).toEqual({ inside: { ipv4_address: '172.30.77.2' }, outside: null })
  for (const name of ['one', 'two'])
    expect(services[name]?.environment?.TRUSTED_PROXIES, name).toBe('172.30.77.2')
  for (const [name, { image }] of Object.entries(services)) expect(image, name).toMatch(/:\d+\.\d+\.\d+$/)
})

const compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      environment: z.optional(z.record(z.string(), z.nullable(z.string()))),
      networks: z.unknown(),
    }),
  ),
})
