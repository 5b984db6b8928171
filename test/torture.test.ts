import { expect, test } from 'bun:test'
import { describeReport } from '../tools/torture/report.ts'
import { torture } from '../tools/torture/torture.ts'

test('R5 while redis is killed, paused, cut off and failed over, no logout comes back, no user is taken for another, and a login is lost only with its master', async () => {
  const report = await torture({ forMs: 15_000 })
  console.log(describeReport(report))
  expect(report.violations).toEqual([])
  expect(report.counts.get('master cut off from replica and sentinels')).toBeGreaterThan(0)
  expect(report.counts.get('logins answered')).toBeGreaterThan(50)
  expect(report.counts.get('logouts answered')).toBeGreaterThan(20)
}, 300_000)
