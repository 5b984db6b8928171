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
  let inThisPiece = 0
  let maxInOnePiece = 0
  store.onExpired(() => {
    forgotten++
    maxInOnePiece = Math.max(maxInOnePiece, ++inThisPiece)
    // Runs as soon as the store pauses.
    queueMicrotask(() => {
      inThisPiece = 0
    })
  })
  for (let login = 0; login < 12_000; login++)
    await store.insert(newRecord(), { perOwner: 100, total: 1_000_000 })
  clock.now += 31 * 60_000
  await until(() => forgotten === 12_000, 'all records were forgotten')
  expect(maxInOnePiece).toBeLessThanOrEqual(1_000)
  await store.close()
})
