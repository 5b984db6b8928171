import { afterAll, beforeAll, describe } from 'bun:test'
import { type RedisUnderTest, startCluster, startRedis, startSentinel } from '../../../test/support/redis.ts'
import { describeSessionStore } from '../session-store.contract.ts'
import { openRedisStore } from './redis.ts'

const places: readonly [string, () => Promise<RedisUnderTest>][] = [
  ['redis', () => startRedis()],
  [
    'TLS and ACL redis',
    () => startRedis({ tls: true, acl: '~{portico:}* +@read +@write +@scripting +@connection' }),
  ],
  ['sentinel', () => startSentinel()],
  ['TLS sentinel', () => startSentinel({ tls: true })],
  ['cluster', () => startCluster()],
  ['TLS cluster', () => startCluster({ tls: true })],
]

for (const [name, start] of places) {
  describe(name, () => {
    let redis: RedisUnderTest
    beforeAll(async () => {
      redis = await start()
    })
    afterAll(() => redis.stop())

    describeSessionStore(name, async () => {
      const clock = { now: Date.now() }
      return { store: await openRedisStore(redis.url, { now: () => clock.now, sweepEveryMs: 20 }), clock }
    })
  })
}
