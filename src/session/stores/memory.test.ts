import { expect, test } from 'bun:test'
import { until } from '../../../test/support/until.ts'
import { describeSessionStore, newRecord } from '../session-store.contract.ts'
import { memoryStore } from './memory.ts'

describeSessionStore('memory', async () => {
  const clock = { now: Date.now() }
  return { store: memoryStore({ now: () => clock.now, sweepEveryMs: 20 }), clock }
})

test('many records that expire together are forgotten piece by piece, while others are answered', async () => {
  const clock = { now: Date.now() }
  const store = memoryStore({ now: () => clock.now, sweepEveryMs: 1 })
  let forgotten = 0
  let inThisTurn = 0
  let maxInOneTurn = 0
  store.onExpired(() => {
    forgotten++
    maxInOneTurn = Math.max(maxInOneTurn, ++inThisTurn)
    setImmediate(() => {
      inThisTurn = 0
    })
  })
  for (let login = 0; login < 12_000; login++)
    await store.insert(newRecord(), { perOwner: 100, total: 1_000_000 })
  clock.now += 31 * 60_000
  await until(() => forgotten === 12_000, 'all records were forgotten')
  expect(maxInOneTurn).toBeLessThanOrEqual(1_000)
  await store.close()
})
