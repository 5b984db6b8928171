import { expect, test } from 'bun:test'
import { startFakeSentinel } from '../../../test/support/fake-sentinel.ts'
import { ask, startRedis, startSentinel } from '../../../test/support/redis.ts'
import { until } from '../../../test/support/until.ts'
import { newRecord } from '../session-store.contract.ts'
import { StoreUnavailable } from '../session-store.ts'
import { openRedisStore } from './redis.ts'

const roomy = { perOwner: 100, total: 1_000_000 }

test('R2 a change of masters that is announced in the middle of a reconnection does not end the reconnecting', async () => {
  const redis = await startRedis()
  const sentinel = await startFakeSentinel(redis.master.port)
  const store = await openRedisStore(sentinel.url)
  await store.insert(newRecord(), roomy)
  await until(() => sentinel.listeners >= 1, 'the store listens to the sentinel')

  sentinel.hold()
  await ask(redis.master, 'client', 'kill', 'type', 'normal')
  await until(() => sentinel.waiting >= 1, 'the store asks the sentinel again')
  sentinel.announceSwitch()
  await until(() => sentinel.listeners === 0, 'the store has heard of the switch')
  sentinel.release()

  await until(() => store.ping().then(...yesOrNo), 'the store answers')
  expect(await store.count()).toBe(1)
  await store.close()
  sentinel.stop()
  await redis.stop()
})

test('sentinels with a password tell where the master is only to who knows it, and it is not in the error', async () => {
  const redis = await startSentinel({ sentinelPassword: 'wache?&1' })
  const stores = [await openRedisStore(redis.url), await openRedisStore(redis.url.replace('wache', 'falsch'))]
  const [known, unknown] = stores.map((store) => store.ping().catch((reason: unknown) => reason))
  expect(await known).toBeUndefined()
  const refusal = await unknown
  expect(refusal).toBeInstanceOf(StoreUnavailable)
  expect(String(refusal)).toContain('WRONGPASS')
  expect(Bun.inspect(refusal)).not.toContain('falsch')
  for (const store of stores) await store.close()
  await redis.stop()
})

const yesOrNo = [() => true, () => false] as const
