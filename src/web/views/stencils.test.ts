import { expect, test } from 'bun:test'
import { Stencils } from './stencils.ts'

test('what is alike is drawn once, and each gets a page with their own texts in it', () => {
  const { stencils, drawn } = counted()
  expect(page(stencils, ['T1', 'ann'])).toBe('<p>T1</p><b>ann</b><i>T1</i>')
  expect(page(stencils, ['T2', 'bob'])).toBe('<p>T2</p><b>bob</b><i>T2</i>')
  expect(drawn()).toBe(1)
})

test('what is of another kind is drawn for itself', () => {
  const { stencils, drawn } = counted()
  page(stencils, ['T', 'ann'], 'here')
  page(stencils, ['T', 'ann'], 'there')
  expect(drawn()).toBe(2)
})

test('a text that looks like a hole fills none', () => {
  const { stencils } = counted()
  const hostile = '\ufdd0 \ufdd1 $1 $&'
  expect(page(stencils, ['T', hostile])).toBe(`<p>T</p><b>${hostile}</b><i>T</i>`)
  expect(page(stencils, ['T', hostile])).toBe(`<p>T</p><b>${hostile}</b><i>T</i>`)
})

test('a drawing may hold a glyph of a vendor’s own, and nothing fills that', () => {
  const stencils = new Stencils()
  const banner = ([token]: readonly string[]) => `\ue000 Harbour Works<p>${token}</p>`
  expect(stencils.draw('banner', ['T'], banner)).toBe('&#57344; Harbour Works<p>T</p>')
})

test('a drawing without holes is kept as well', () => {
  const stencils = new Stencils()
  expect(stencils.draw('plain', [], () => 'always the same')).toBe('always the same')
  expect(stencils.draw('plain', [], () => 'not drawn')).toBe('always the same')
})

test('of many kinds the oldest is forgotten', () => {
  const { stencils, drawn } = counted()
  for (let n = 0; n <= 200; n++) page(stencils, ['T', 'ann'], `${n}`)
  page(stencils, ['T', 'ann'], '200')
  expect(drawn()).toBe(201)
  page(stencils, ['T', 'ann'], '0')
  expect(drawn()).toBe(202)
})

let drawings = 0

function counted() {
  drawings = 0
  return { stencils: new Stencils(), drawn: () => drawings }
}

function page(stencils: Stencils, texts: readonly string[], kind = 'kind'): string {
  return stencils.draw(kind, texts, ([token, name]) => {
    drawings++
    return `<p>${token}</p><b>${name}</b><i>${token}</i>`
  })
}
