import { expect, test } from 'bun:test'
import { describeSessionStore, newRecord } from '../session-store.contract.ts'
import { byteShelf } from './byte-shelf.ts'
import { memoryStore } from './memory.ts'

const roomy = { perOwner: 100, total: 1_000_000 }

describeSessionStore('memory', async () => {
  const clock = { now: Date.now() }
  return { store: memoryStore({ now: () => clock.now, sweepEveryMs: 20 }), clock }
})

test('a record that was kept is no longer tied to the bytes it was made from', async () => {
  const store = memoryStore()
  const sealedPassword = new Uint8Array(60).fill(7)
  const record = newRecord({ sealedPassword })
  await store.insert(record, roomy)
  sealedPassword.fill(0)
  expect((await store.find(record.key))?.sealedPassword).toEqual(new Uint8Array(60).fill(7))
  await store.close()
})

test("whichever of an owner's records goes, the others stay listed and counted", async () => {
  for (const gone of [0, 1, 2, 3]) {
    const store = memoryStore()
    const records = [1, 2, 3, 4].map((createdAt) => newRecord({ owner: 'owner', createdAt }))
    for (const record of records) await store.insert(record, roomy)
    await store.delete(records[gone]?.key ?? '')
    const kept = records.filter((_, index) => index !== gone).map(({ key }) => key)
    expect((await store.listOwner('owner')).map(({ key }) => key)).toEqual(kept)
    const newcomer = newRecord({ owner: 'owner', createdAt: 5 })
    expect(await store.insert(newcomer, { perOwner: 3, total: 100 })).toEqual(kept.slice(0, 1))
    expect((await store.listOwner('owner')).map(({ key }) => key)).toEqual([...kept.slice(1), newcomer.key])
    await store.close()
  }
})

test('the shelf wipes what is cleared and uses its place again', () => {
  const shelf = byteShelf()
  const place = shelf.put(Buffer.from('sealed'))
  const view = shelf.look(place)
  shelf.clear(place)
  expect(view.every((byte) => byte === 0)).toBe(true)
  expect(shelf.put(Buffer.from('another'))).toBe(place)
})

test('the shelf keeps runs of all lengths apart, and what lies there can be overwritten', () => {
  const shelf = byteShelf()
  const runs = Array.from({ length: 2_000 }, (_, length) => Buffer.alloc(length + 1, length % 251))
  const places = runs.map((run) => shelf.put(run))
  for (const place of places.filter((_, odd) => odd % 2)) shelf.clear(place)
  places.forEach((place, index) => {
    if (index % 2 === 0) expect(shelf.look(place).subarray(0, index + 1)).toEqual(runs[index] ?? Buffer.of())
  })
  shelf.look(places[100] ?? 0).set(Buffer.from('new'))
  expect(shelf.look(places[100] ?? 0).toString('latin1', 0, 3)).toBe('new')
})

test('expired records are really forgotten, piece by piece', async () => {
  const clock = { now: Date.now() }
  const store = memoryStore({ now: () => clock.now, sweepEveryMs: 1 })
  for (let login = 0; login < 12_000; login++) await store.insert(newRecord(), roomy)
  const isForgotten = async () => {
    clock.now += 31 * 60_000
    await Bun.sleep(2)
    clock.now -= 31 * 60_000
    return (await store.count()) === 0
  }
  while (!(await isForgotten()));
  await store.close()
})
