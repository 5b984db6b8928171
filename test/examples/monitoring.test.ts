import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { findCommand } from '../../scripts/find-command.ts'
import { openMetrics } from '../../src/metrics/metrics.ts'
import { memoryStore } from '../../src/session/stores/memory.ts'

const folder = 'examples/monitoring'
const promtool = findCommand(['promtool']) ?? 'promtool'

test.each([
  ['check rules', 'alerts.yml'],
  ['test rules', 'alerts.test.yml'],
])('promtool %s %s finds nothing wrong', (verb, file) => {
  const { exitCode, stdout, stderr } = Bun.spawnSync([promtool, ...verb.split(' '), file], { cwd: folder })
  expect(`${stdout}${stderr}`).toContain('SUCCESS')
  expect(exitCode).toBe(0)
})

describe('every metric that the dashboard or an alert uses exists', () => {
  const dashboard = z
    .object({
      panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
    })
    .parse(JSON.parse(readFileSync(`${folder}/dashboard.json`, 'utf8')))
  const panels = dashboard.panels.map(({ title, targets }) => [
    title,
    targets.map(({ expr }) => expr).join('\n'),
  ])
  const looks = [['the alert rules', readFileSync(`${folder}/alerts.yml`, 'utf8')], ...panels]

  test.each(looks)('%s', async (_, text = '') => {
    const metrics = openMetrics({ version: '1.2.3' })
    metrics.timeStore(memoryStore({ now: Date.now }))
    const given = new Set([...(await metrics.text()).matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
    const named = text.match(/\b(portico|nodejs|process)_[a-z_0-9]+/g) ?? []
    const unknown = named.filter((name) => !given.has(name.replace(/_(bucket|count|sum)$/, '')))
    expect(unknown).toEqual([])
  })
})
