import { expect, test } from 'bun:test'
import { Stencils } from './stencils.ts'

test('pages of one kind are drawn once, and each is filled with its own texts', () => {
  const { stencils, drawn } = counted()
  expect(page(stencils, ['T1', 'ann'])).toBe('<p>T1</p><b>ann</b><i>T1</i>')
  expect(page(stencils, ['T2', 'bob'])).toBe('<p>T2</p><b>bob</b><i>T2</i>')
  expect(drawn()).toBe(1)
})

test('each kind is drawn separately', () => {
  const { stencils, drawn } = counted()
  page(stencils, ['T', 'ann'], 'here')
  page(stencils, ['T', 'ann'], 'there')
  expect(drawn()).toBe(2)
})

test('a text that looks like a placeholder is not filled', () => {
  const { stencils } = counted()
  const hostile = '\ufdd0 \ufdd1 $1 $&'
  expect(page(stencils, ['T', hostile])).toBe(`<p>T</p><b>${hostile}</b><i>T</i>`)
  expect(page(stencils, ['T', hostile])).toBe(`<p>T</p><b>${hostile}</b><i>T</i>`)
})

test('a template may contain private-use characters, which are not taken for placeholders', () => {
  const stencils = new Stencils()
  const banner = ([token]: readonly string[]) => `\ue000 Harbour Works<p>${token}</p>`
  expect(stencils.draw('banner', ['T'], banner)).toBe('&#57344; Harbour Works<p>T</p>')
})

test('a drawing without placeholders is kept as well', () => {
  const stencils = new Stencils()
  expect(stencils.draw('plain', [], () => 'always the same')).toBe('always the same')
  expect(stencils.draw('plain', [], () => 'not drawn')).toBe('always the same')
})

test('with too many kinds the oldest is forgotten', () => {
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
