import { expect, test } from 'bun:test'
import { compileYang } from '../../../test/support/compile-yang.ts'
import { startSessions } from '../../../test/support/sessions.ts'
import { findPlace } from '../../data/paths/find-place.ts'
import { pathOf } from '../../data/paths/place.ts'
import { readAnswer } from '../../data/tree/read-answer.ts'
import { SeenEntries } from './seen-entries.ts'

const model = compileYang([
  `module net { container top { list outer { key name; leaf name { type string; }
     list inner { key name; leaf name { type string; } } } } }`,
])

/** What a session remembers of an entry of `outer` with this key, which it was shown with 300 entries of `inner`. */
async function remembered(outerKey: string) {
  const under = startSessions()
  const session = await under.live(await under.open())
  const found = findPlace(model, '/net:top')
  if (found.kind !== 'place') throw new Error('the model has no such place')
  const inner = Array.from({ length: 300 }, (_, n) => ({ name: `i${n}` }))
  const json = { 'net:top': { outer: [{ name: outerKey, inner }] } }
  const answer = readAnswer(model, found.place, json)
  if (!('data' in answer)) throw new Error('the answer makes no sense')
  const seen = new SeenEntries(under.sessions)
  seen.add(session, found.place, answer.data)
  return [...seen.of(session)].map(({ place }) => pathOf(place))
}

test('entries in entries are remembered by the keys of both', async () => {
  const paths = await remembered('a')
  expect(paths).toHaveLength(300)
  expect(paths).toContain('/net:top/outer=a/inner=i299')
})

test('B9 a long key is not written into the paths of all that is in its entry, which took 20 s', async () => {
  expect(await remembered('a'.repeat(2_000_000))).toEqual([])
})
