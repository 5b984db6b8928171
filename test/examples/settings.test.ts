import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
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
