import { describe, expect, test } from 'bun:test'
import { compileYang } from '../../../test/support/compile-yang.ts'
import type { Json } from '../../data/json/json.ts'
import { findPlace } from '../../data/paths/find-place.ts'
import { finish } from '../../yang/work.ts'
import { english } from '../texts/languages.ts'
import { compareView } from './compare-view.ts'
import { PageRoom } from './page-options.ts'

const model = compileYang([
  `module m { container c { leaf a { type string; } leaf password { type string; } leaf s { config false; type string; }
     list l { key k; leaf k { type string; } leaf v { type uint8; } } } }`,
])

function compare(path: string, ...answers: readonly (Json | undefined)[]) {
  const found = findPlace(model, path)
  if (found.kind === 'bad-path' || !found.place) throw new TypeError(`${path} leads nowhere`)
  const sides = answers.map((json, index) => ({ name: `side ${index}`, json }))
  const options = { model, language: english, showsSecrets: false, query: '', room: new PageRoom() }
  return finish(compareView(found.place, sides, options))
}

/** Each row as the texts of its cells. */
function rowsOf(path: string, ...answers: readonly (Json | undefined)[]): readonly (readonly string[])[] {
  return compare(path, ...answers).table.rows.map(({ cells }) =>
    cells.map((cell) => cell.map(({ text }) => text).join(' ')),
  )
}

describe('datastores beside each other', () => {
  test('show what differs, and nothing that is the same', () => {
    const [one, other] = [
      { 'm:c': { a: 'x', l: [{ k: '1', v: 1 }] } },
      { 'm:c': { a: 'y', l: [{ k: '1', v: 1 }] } },
    ]
    expect(rowsOf('/m:c', one, other)).toEqual([['a', 'x', 'y']])
    expect(rowsOf('/m:c', one, one)).toEqual([])
  })

  test('say what one of them lacks, whether it answers bare, nested or with nothing', () => {
    const rows = rowsOf('/m:c/l=1', { 'm:l': [{ k: '1', v: 1 }] }, { 'm:c': { l: [{ k: '1', v: 2 }] } }, {})
    expect(rows).toContainEqual(['v', '1', '2', 'not set'])
  })

  test('mark the cell that differs from the one before it', () => {
    const sides = [{ 'm:c': { a: 'x' } }, undefined, { 'm:c': { a: 'x' } }, { 'm:c': { a: 'y' } }]
    expect(compare('/m:c', ...sides).table.rows[0]?.differs).toEqual([false, false, false, false, true])
  })

  test('leave out state, which only one of them has', () => {
    expect(rowsOf('/m:c', { 'm:c': { a: 'x' } }, { 'm:c': { a: 'x', s: 'up' } })).toEqual([])
  })

  test('name a secret that differs, and do not show it', () => {
    expect(rowsOf('/m:c', { 'm:c': { password: 'old' } }, { 'm:c': { password: 'new' } })).toEqual([
      ['password', '', ''],
    ])
  })

  test('mark what could not be read', () => {
    expect(rowsOf('/m:c', { 'm:c': { a: 'x' } }, undefined, { 'm:c': {} })).toEqual([
      ['a', 'x', '?', 'not set'],
    ])
  })

  test('are 500 at most, and it is known when there are more', () => {
    const entries = (count: number, v: number) => Array.from({ length: count }, (_, n) => ({ k: `${n}`, v }))
    const sides = (count: number) => [
      { 'm:c': { l: entries(count, 1) } },
      { 'm:c': { l: entries(count, 2) } },
    ]
    const { table, isCut } = compare('/m:c', ...sides(501))
    expect([table.rows.length, isCut]).toEqual([500, true])
    expect(compare('/m:c', ...sides(500)).isCut).toBe(false)
  })
})
