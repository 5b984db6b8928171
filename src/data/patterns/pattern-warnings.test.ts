import { expect, test } from 'bun:test'
import { container, leaf, modelOf, string, union } from '../../../test/support/schema.ts'
import { finish } from '../../yang/work.ts'
import { patternWarnings } from './pattern-warnings.ts'

test('each pattern that cannot be translated is named once, with its module and the reason', () => {
  const odd = string({ patterns: ['[a-z]+', '\\p{IsThai}'] })
  const model = modelOf([
    container('m:top', [
      leaf('one', odd),
      leaf('two', union(string(), odd)),
      leaf('n:three', string({ patterns: ['(?=x)'] })),
    ]),
  ])
  expect(finish(patternWarnings(model))).toEqual([
    { module: 'n', line: 0, text: expect.stringMatching(/^values of three are not checked .*\(\(\?=x\)\)$/) },
    { module: 'm', line: 0, text: expect.stringMatching(/not a known category: IsThai \(\\p\{IsThai\}\)$/) },
  ])
})

test('a model of odd patterns gives no endless list', () => {
  const leaves = Array.from({ length: 500 }, (_, index) =>
    leaf(`l${index}`, string({ patterns: [`(?${index}`] })),
  )
  expect(finish(patternWarnings(modelOf([container('m:top', leaves)])))).toHaveLength(100)
})
