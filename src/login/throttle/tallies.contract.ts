import { beforeEach, describe, expect, test } from 'bun:test'
import type { Limit, Place, Start, Tallies } from './tallies.ts'

interface UnderTest {
  readonly tallies: Tallies
  readonly clock: { now: number }
}

const limit: Limit = { count: 3, windowMs: 60_000 }
const hour = 3_600_000

/** What every implementation promises. */
export function describeTallies(name: string, make: () => UnderTest | Promise<UnderTest>): void {
  describe(`${name}: counting attempts`, () => {
    let tallies: Tallies
    let clock: { now: number }
    beforeEach(async () => {
      const made = await make()
      tallies = made.tallies
      clock = made.clock
    })

    async function reject(times: number): Promise<void> {
      for (let time = 0; time < times; time++) {
        const start = await tallies.start('a', limit)
        await tallies.reject('a', placeOf(start), limit)
      }
    }
    const kindOfNext = async () => (await tallies.start('a', limit)).kind
    const waitOfNext = async () => {
      const start = await tallies.start('a', limit)
      return start.kind === 'throttled' ? start.waitMs : 0
    }

    test('so many attempts may be under way, the next one finds no place', async () => {
      const kinds = [await kindOfNext(), await kindOfNext(), await kindOfNext(), await kindOfNext()]
      expect(kinds).toEqual(['started', 'started', 'started', 'crowded'])
    })

    test('a place given back is free again', async () => {
      const places = [await tallies.start('a', limit), await tallies.start('a', limit)].map(placeOf)
      await tallies.start('a', limit)
      for (const place of places.slice(1)) await tallies.giveBack('a', place)
      expect([await kindOfNext(), await kindOfNext()]).toEqual(['started', 'crowded'])
    })

    test('a rejected attempt keeps its place for the rest of the window, and no longer', async () => {
      await reject(2)
      expect([await kindOfNext(), await kindOfNext()]).toEqual(['started', 'crowded'])
      clock.now += limit.windowMs
      expect(await kindOfNext()).toBe('started')
    })

    test('when all were rejected there is a wait, and after it all places are free', async () => {
      await reject(3)
      expect(await waitOfNext()).toBe(60_000)
      clock.now += 59_999
      expect(await waitOfNext()).toBe(1)
      clock.now += 1
      await reject(2)
      expect(await kindOfNext()).toBe('started')
    })

    test('each wait is twice the one before, up to ten minutes', async () => {
      const waits: number[] = []
      for (let round = 0; round < 6; round++) {
        await reject(3)
        waits.push(await waitOfNext())
        clock.now += waits.at(-1) ?? 0
      }
      expect(waits).toEqual([60_000, 120_000, 240_000, 480_000, 600_000, 600_000])
    })

    test('earlier waits are forgotten after an hour without attempts', async () => {
      await reject(3)
      clock.now += 60_000 + hour
      await reject(3)
      expect(await waitOfNext()).toBe(60_000)
    })

    test('earlier waits are not forgotten while attempts go on', async () => {
      await reject(3)
      clock.now += 60_000 + hour - 1
      await reject(2)
      clock.now += hour - 1
      await reject(3)
      expect(await waitOfNext()).toBe(120_000)
    })

    test('what comes back after its window changes nothing in the next', async () => {
      const late = placeOf(await tallies.start('a', limit))
      clock.now += limit.windowMs
      await reject(2)
      await tallies.giveBack('a', late)
      await tallies.giveBack('a', late)
      await tallies.reject('a', late, limit)
      expect([await kindOfNext(), await kindOfNext()]).toEqual(['started', 'crowded'])
    })

    test('a slow device does not help: rejections that come after the window still lead to a wait', async () => {
      const places: Place[] = []
      for (let time = 0; time < 3; time++) places.push(placeOf(await tallies.start('a', limit)))
      clock.now += limit.windowMs + 10_000
      for (const place of places) await tallies.reject('a', place, limit)
      expect(await waitOfNext()).toBe(60_000)
    })

    test('keys do not know each other', async () => {
      await reject(3)
      expect((await tallies.start('b', limit)).kind).toBe('started')
    })

    test('a plain count is of its key, and 0 before the first', async () => {
      await tallies.countOne('name', 60_000)
      await tallies.countOne('name', 60_000)
      expect([await tallies.count('name'), await tallies.count('other')]).toEqual([2, 0])
    })

    test('what is remembered is of its key', async () => {
      await tallies.remember('pair', 60_000)
      expect([await tallies.remembers('pair'), await tallies.remembers('other')]).toEqual([true, false])
    })
  })
}

function placeOf(start: Start): Place {
  if (start.kind !== 'started') throw new Error(`no place: ${start.kind}`)
  return start.place
}
