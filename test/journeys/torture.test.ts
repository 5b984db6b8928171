import { expect, test } from 'bun:test'
import { describeReport } from '../../scripts/torture/report.ts'
import { torture } from '../../scripts/torture/torture.ts'

test('R5 while redis is killed, paused, cut off and failed over, no logout comes back and nobody is taken for another', async () => {
  const report = await torture({ forMs: 25_000 })
  console.log(describeReport(report))
  // A login that only servers knew which died one after the other is lost, and its user signs in again: that is counted
  // and printed, not promised away.
  expect(report.violations.filter(({ rule }) => rule !== 'unusable cookie')).toEqual([])
  expect(report.counts.get('master cut off from replica and sentinels')).toBeGreaterThan(0)
  expect(report.counts.get('logins answered')).toBeGreaterThan(50)
  expect(report.counts.get('logouts answered')).toBeGreaterThan(20)
}, 300_000)
