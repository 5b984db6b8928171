import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { resourceValue } from './declared.ts'

describe('the leaf below a resource', () => {
  test.each([
    ['top level', { 'm:top': { leaf: 5 } }, 'm:top', 'leaf', 5],
    ['deep leaf', { 'm:top': { a: { b: true } } }, 'm:top', 'a/b', true],
    [
      'nested from the top-level container, as rousette answers',
      { 'm:top': { in: { leaf: 5 } } },
      'm:top/in',
      'leaf',
      5,
    ],
    ['alone, as RFC 8040 says', { 'm:in': { leaf: 5 } }, 'm:top/in', 'leaf', 5],
    ['alone, of the module that augments', { 'n:in': { leaf: 5 } }, 'm:top/n:in', 'leaf', 5],
    ['alone, below what another module augments', { 'n:deep': { leaf: 5 } }, 'm:top/n:in/deep', 'leaf', 5],
    ['in a list of one', { 'm:list': [{ leaf: 5 }] }, 'm:list', 'leaf', 5],
    ['a leaf of another module', { 'm:top': { 'n:leaf': 5 } }, 'm:top', 'n:leaf', 5],
    ['false, which is no absence', { 'm:top': { leaf: false } }, 'm:top', 'leaf', false],
    ['zero, likewise', { 'm:top': { leaf: 0 } }, 'm:top', 'leaf', 0],
  ])('%s', (_, body, resource, leaf, expected) => {
    expect(resourceValue(body, resource, leaf)).toBe(expected)
  })

  test.each([
    ['another module', { 'x:top': { leaf: 5 } }, 'm:top', 'leaf'],
    ['a list of several', { 'm:list': [{ leaf: 5 }, { leaf: 5 }] }, 'm:list', 'leaf'],
    ['a prototype', {}, 'm:top', 'constructor'],
    ['a method of a text', { 'm:top': 'text' }, 'm:top', 'length'],
    ['a method of a list', { 'm:top': [] }, 'm:top', 'length'],
  ])('not found: %s', (_, body, resource, leaf) => {
    expect(resourceValue(body, resource, leaf)).toBeUndefined()
  })

  test('D6 no JSON makes it throw', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (anything, more) => {
        resourceValue(anything, 'm:top/in', 'leaf')
        resourceValue({ 'm:top': more, 'm:in': anything }, 'm:top/in', 'leaf')
      }),
    )
  })
})
