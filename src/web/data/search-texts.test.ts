import { expect, test } from 'bun:test'
import { SearchTexts } from './search-texts.ts'

function textsOf(texts: readonly string[]): SearchTexts {
  const added = new SearchTexts()
  for (const text of texts) added.add(text)
  added.close()
  return added
}

test('a word is found in every text that has it, however many texts there are', () => {
  const texts = Array.from({ length: 9_000 }, (_, at) => `${at % 7 === 0 ? 'mtu of ' : ''}port ${at}`)
  const found = [...textsOf(texts).find('mtu', () => 1)]
  expect(found).toEqual(texts.map((text) => (text.includes('mtu') ? 1 : 0)))
  expect([...textsOf(texts).find('8999', () => 1)].indexOf(1)).toBe(8_999)
})

test('nodes that share a text are all found, and one without a text is not', () => {
  const shared = textsOf(['', 'mtu', 'speed', 'mtu', ''])
  expect([...shared.find('mtu', () => 4)]).toEqual([0, 4, 0, 4, 0])
  expect([...shared.find('m', () => 4)]).toEqual([0, 4, 0, 4, 0])
})

test('a text is looked at where the word first stands in it', () => {
  const places: string[] = []
  textsOf(['amtu-mtu', 'mtu']).find('mtu', (all, at) => {
    places.push(all.slice(at - 1, at + 3))
    return 1
  })
  expect(places).toEqual(['amtu', '\nmtu'])
})
