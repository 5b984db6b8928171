import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { Glob } from 'bun'
import { codes } from '../../src/device/restconf/codes.ts'
import { openMetrics } from '../../src/metrics/metrics.ts'

const operations = readFileSync('docs/operations.md', 'utf8')

test('every event of the log is explained to operators', () => {
  const files = [...new Glob('src/**/*.ts').scanSync()].filter((file) => !/\.(test|contract)\.ts$/.test(file))
  const said = files.flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(
      /\b(?:debug|info|warn|error)\(\s*(?:\{[^}]*\},\s*)?'([a-z]+\.[a-z-]+)'/g,
    ),
  ])
  const events = new Set(said.map(([, event]) => event))
  expect(events.size).toBeGreaterThan(25)
  expect([...events].filter((event) => !operations.includes(`\`${event}\``))).toEqual([])
})

test('every metric of ours is explained', async () => {
  const text = await openMetrics({ version: '1.2.3' }).text()
  const names = [...text.matchAll(/^# TYPE (portico_\w+)/gm)].map(([, name]) => name)
  expect(names.filter((name) => !operations.includes(`\`${name}`))).toEqual([])
})

test('every code of a device call is named', () => {
  expect(Object.keys(codes).filter((code) => !operations.includes(`\`${code}\``))).toEqual([])
})
