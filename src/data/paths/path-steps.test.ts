import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { encodeKey, pathText, readSteps } from './path-steps.ts'

test('a path is read without a model, and a step without a module is of the one before', () => {
  expect(readSteps('/a:b/c=x,y%2Cz/d:e/f=')).toEqual({
    kind: 'steps',
    steps: [
      { module: 'a', name: 'b', keys: undefined },
      { module: 'a', name: 'c', keys: ['x', 'y,z'] },
      { module: 'd', name: 'e', keys: undefined },
      { module: 'd', name: 'f', keys: [''] },
    ],
  })
})

test('half a surrogate pair becomes the replacement character', () => {
  expect(encodeKey('a\ud800')).toBe('a%EF%BF%BD')
})

test('what is written is read back equal', () => {
  const name = fc.constantFrom('a', 'b-c', '_x.1')
  const keys = fc.option(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 3 }), {
    nil: undefined,
  })
  const steps = fc.array(fc.record({ module: name, name, keys }), { maxLength: 6 })
  fc.assert(
    fc.property(steps, (steps) => expect(readSteps(pathText(steps))).toEqual({ kind: 'steps', steps })),
    { numRuns: 1_000 },
  )
})
