import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { until } from '../../test/support/until.ts'
import { timesAfter } from './session.ts'
import { type ExpiredRecord, type SessionRecord, type SessionStore, StoreFull } from './session-store.ts'

/** A store to try, which sweeps often, and the clock it goes by. */
export interface StoreUnderTest {
  readonly store: SessionStore
  readonly clock: { now: number }
}

const minute = 60_000
const roomy = { perOwner: 100, total: 1_000_000 }

/** What every store promises, as tests. */
export function describeSessionStore(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`the ${name} store`, () => {
    let store: SessionStore
    let clock: { now: number }

    beforeAll(async () => {
      ;({ store, clock } = await open())
    })
    afterAll(() => store.close())

    function newRecord(changes: Partial<SessionRecord> = {}): SessionRecord {
      return recordAt(clock.now, changes)
    }

    const useNow = () => ({ lastSeenAt: clock.now, endsAt: clock.now + 720 * minute })

    async function keep(changes: Partial<SessionRecord> = {}): Promise<SessionRecord> {
      const record = newRecord(changes)
      await store.insert(record, roomy)
      return record
    }

    async function keysOf(owner: string): Promise<string[]> {
      return (await store.listOwner(owner)).map(({ key }) => key)
    }

    test('gives back a record as it was kept, to the byte', async () => {
      const sealedSession = Uint8Array.from({ length: 256 }, (_, byte) => byte)
      const record = await keep({ browser: 'Ünïcode ✓ \u0000\r\n', address: '', sealedSession })
      expect(plain(await store.find(record.key))).toEqual(plain(record))
    })

    test('knows nothing of a key it was never given, however odd', async () => {
      for (const key of ['', '*', '__proto__', 'a\r\nb', '\u0000', 'k'.repeat(8_192)]) {
        expect(await store.find(key)).toBeUndefined()
        expect(await store.delete(key)).toBe(false)
        expect(await store.listOwner(key)).toEqual([])
      }
    })

    test('an expired record is gone for every question', async () => {
      const { key, owner } = await keep({ expiresAt: clock.now + minute })
      const count = await store.count()
      clock.now += 2 * minute
      expect(await store.find(key)).toBeUndefined()
      expect(await store.listOwner(owner)).toEqual([])
      expect(await store.touch(key, useNow())).toBe(false)
      expect(await store.count()).toBe(count - 1)
    })

    test('L3 tells of each record whose time was over, once, and of no other', async () => {
      const told: ExpiredRecord[] = []
      store.onExpired((record) => told.push(record))
      const tellOf = async ({ key, id, address }: SessionRecord) => {
        await until(() => told.some((record) => record.key === key), 'the store told of the record')
        expect(told.filter((record) => record.key === key)).toEqual([{ key, id, address }])
      }
      const [living, ended] = [await keep(), await keep()]
      await store.delete(ended.key)
      // Over by every clock: by ours, which runs ahead, and by that of Redis.
      const expiresAt = Date.now() - minute
      const first = await keep({ expiresAt })
      await tellOf(first)
      await tellOf(await keep({ expiresAt, address: '' }))
      await tellOf(first)
      expect(told.map(({ key }) => key)).not.toContain(living.key)
      expect(told.map(({ key }) => key)).not.toContain(ended.key)
    })

    test('a touch moves last seen and the expiry, a new idle limit all three times; both nothing else', async () => {
      const record = await keep({ idleMs: 5 * minute })
      const use = { lastSeenAt: clock.now + minute, endsAt: clock.now + 60 * minute }
      const recordBy = (idleMs: number) => plain({ ...record, ...timesAfter(use, idleMs) })
      expect(await store.touch(record.key, use)).toBe(true)
      expect(plain(await store.find(record.key))).toEqual(recordBy(5 * minute))
      expect(await store.setIdleLimit(record.key, 3 * minute, use)).toBe(true)
      expect(plain(await store.find(record.key))).toEqual(recordBy(3 * minute))
    })

    test('S5 no touch takes back an idle limit that was set meanwhile, be it shorter or longer', async () => {
      for (const idleMs of [2 * minute, 50 * minute]) {
        const { key } = await keep({ idleMs: 30 * minute })
        const use = useNow()
        const touch = () => store.touch(key, use)
        await Promise.all([touch(), store.setIdleLimit(key, idleMs, use), touch()])
        expect(await store.find(key)).toMatchObject(timesAfter(use, idleMs))
      }
    })

    test('an idle limit can end a session sooner and let it live longer, but not beyond its end', async () => {
      const [short, long, ending] = [await keep(), await keep(), await keep()]
      const use = useNow()
      await store.setIdleLimit(short.key, minute, use)
      await store.setIdleLimit(long.key, 60 * minute, use)
      await store.setIdleLimit(ending.key, 60 * minute, { ...use, endsAt: clock.now + minute })
      clock.now += 31 * minute
      expect(await store.find(short.key)).toBeUndefined()
      expect(await store.find(ending.key)).toBeUndefined()
      expect((await store.find(long.key))?.key).toBe(long.key)
    })

    test('a deleted record is gone, and deleting it again says so', async () => {
      const { key, owner } = await keep()
      expect(await store.delete(key)).toBe(true)
      expect(await store.delete(key)).toBe(false)
      expect(await store.find(key)).toBeUndefined()
      expect(await store.listOwner(owner)).toEqual([])
    })

    test('no touch brings back a record that is gone, not even one that races its deletion', async () => {
      const records = await Promise.all(Array.from({ length: 50 }, () => keep()))
      const touch = (key: string) => store.touch(key, useNow())
      await Promise.all(records.flatMap(({ key }) => [touch(key), store.delete(key), touch(key)]))
      for (const { key, owner } of records) {
        expect(await touch(key)).toBe(false)
        expect(await store.setIdleLimit(key, minute, useNow())).toBe(false)
        expect(await store.find(key)).toBeUndefined()
        expect(await store.listOwner(owner)).toEqual([])
      }
    })

    test("lists an owner's own records, oldest first", async () => {
      const { owner, key: middle } = await keep()
      const { key: newest } = await keep({ owner, createdAt: clock.now + 5 })
      const { key: oldest } = await keep({ owner, createdAt: clock.now - 5 })
      await keep()
      expect(await keysOf(owner)).toEqual([oldest, middle, newest])
    })

    test('one record too many of an owner ends the oldest, and tells which', async () => {
      const { owner, key: second } = await keep()
      const { key: first } = await keep({ owner, createdAt: clock.now - 5 })
      const stranger = await keep()
      const third = newRecord({ owner, createdAt: clock.now + 5 })
      expect(await store.insert(third, { perOwner: 2, total: 1_000_000 })).toEqual([first])
      expect(await store.find(first)).toBeUndefined()
      expect(await keysOf(owner)).toEqual([second, third.key])
      expect((await store.find(stranger.key))?.key).toBe(stranger.key)
    })

    test("an owner's expired records take no place of the living", async () => {
      const { owner } = await keep({ expiresAt: clock.now + minute })
      const { key: living } = await keep({ owner, createdAt: clock.now + 1 })
      clock.now += 2 * minute
      const newest = newRecord({ owner })
      expect(await store.insert(newest, { perOwner: 2, total: 1_000_000 })).toEqual([])
      expect(await keysOf(owner)).toEqual([living, newest.key])
    })

    test('many logins of one owner at once leave as many sessions as allowed', async () => {
      const { owner } = newRecord()
      const records = Array.from({ length: 30 }, (_, age) => newRecord({ owner, createdAt: clock.now + age }))
      const evicted = await Promise.all(
        records.map((record) => store.insert(record, { ...roomy, perOwner: 10 })),
      )
      expect(await keysOf(owner)).toHaveLength(10)
      expect(new Set(evicted.flat()).size).toBe(20)
    })

    test('a full store takes no new record and ends none', async () => {
      const { owner, key } = await keep()
      const total = await store.count()
      const newcomer = newRecord({ owner })
      await expect(store.insert(newcomer, { perOwner: 2, total })).rejects.toThrow(StoreFull)
      expect(await store.find(newcomer.key)).toBeUndefined()
      expect(await keysOf(owner)).toEqual([key])
      expect(await store.count()).toBe(total)
    })

    test('in a full store an owner may still put a new record in the place of the oldest', async () => {
      const { owner, key } = await keep()
      const newcomer = newRecord({ owner, createdAt: clock.now + 1 })
      const total = await store.count()
      expect(await store.insert(newcomer, { perOwner: 1, total })).toEqual([key])
      expect(await store.count()).toBe(total)
    })

    test('expired records leave room in a full store', async () => {
      await keep({ expiresAt: clock.now + minute })
      const total = await store.count()
      clock.now += 2 * minute
      const newcomer = newRecord()
      await store.insert(newcomer, { perOwner: 10, total })
      expect((await store.find(newcomer.key))?.key).toBe(newcomer.key)
    })

    test('a thousand records, each hundred kept at once, are all found', async () => {
      const count = await store.count()
      // Not all at once: on a busy machine the last would wait longer than a store may take to answer.
      for (let hundred = 0; hundred < 10; hundred++) {
        const records = await Promise.all(Array.from({ length: 100 }, () => keep()))
        const found = await Promise.all(records.map(({ key }) => store.find(key)))
        expect(found.map((record) => record?.id)).toEqual(records.map(({ id }) => id))
      }
      expect(await store.count()).toBe(count + 1_000)
    })
  })
}

export function newRecord(changes: Partial<SessionRecord> = {}): SessionRecord {
  return recordAt(Date.now(), changes)
}

function recordAt(now: number, changes: Partial<SessionRecord>): SessionRecord {
  return {
    key: randomBytes(32).toString('base64url'),
    owner: randomBytes(32).toString('base64url'),
    id: randomBytes(9).toString('base64url'),
    createdAt: now,
    ...timesOf(now),
    address: '2001:db8::1',
    browser: 'Firefox on Linux',
    sealedSession: randomBytes(300),
    sealedPassword: randomBytes(60),
    ...changes,
  }
}

function timesOf(now: number, idleMs = 30 * minute) {
  return { lastSeenAt: now, idleMs, expiresAt: now + idleMs }
}

/** Byte arrays of any make as numbers, for comparing. */
function plain(record: SessionRecord | undefined) {
  if (!record) return undefined
  return { ...record, sealedSession: [...record.sealedSession], sealedPassword: [...record.sealedPassword] }
}
