import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { codes } from '../../src/device/restconf/codes.ts'
import { openMetrics } from '../../src/metrics/metrics.ts'

const operations = readFileSync('docs/operations.md', 'utf8')

test('every event that the dashboard or an alert names exists', () => {
  const events = readFileSync('docs/events.md', 'utf8')
  const named = operations.match(/`(login|session|store|process|systemd|hook|probe|log)\.[a-z-]+`/g) ?? []
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((event) => !events.includes(event))).toEqual([])
})

test('every metric of ours is explained', async () => {
  const text = await openMetrics({ version: '1.2.3' }).text()
  const names = [...text.matchAll(/^# TYPE (portico_\w+)/gm)].map(([, name]) => name)
  expect(names.filter((name) => !operations.includes(`\`${name}`))).toEqual([])
})

test('every code of a device call is named', () => {
  expect(Object.keys(codes).filter((code) => !operations.includes(`\`${code}\``))).toEqual([])
})
