import { expect, test } from 'bun:test'
import { compileYang } from '../../../test/support/compile-yang.ts'
import { dataNode } from '../../data/paths/data-nodes.ts'
import { english } from '../texts/languages.ts'
import { firstSentence, infoOf } from './node-info.ts'

test('everything that the model asks of a node is told', () => {
  const model = compileYang([
    `module m { namespace "urn:example:m";
       identity base; identity far { base base; } identity near { base far; }
       list l { key k; unique "a b"; max-elements 9; min-elements 1;
         must "count(a) > 0"; reference "RFC 9999:
           All of it";
         leaf k { type string; } leaf a { type union { type uint8 { range "1..9"; } type string { length "2"; } } }
         leaf b { type leafref { path "../a"; } } leaf kind { type identityref { base base; } } } }`,
  ])
  const list = dataNode(model, 'm', 'l')
  if (!list) throw new TypeError('the list is there')
  const told = (name?: string) => {
    const node = name === undefined ? list : dataNode(list, 'm', name)
    return node ? infoOf(node, '', { model, text: english.text }).facts.join('\n') : ''
  }
  for (const fact of ['must hold: count(a) > 0', 'unique in the list: a, b', 'at least 1 ', 'at most 9 '])
    expect(told()).toContain(fact)
  expect(told()).toContain('namespace urn:example:m\nreference: RFC 9999: All of it')
  expect(told('kind')).toContain('one of m:far, m:near')
  for (const name of ['a', 'b'])
    expect(told(name)).toMatch(/type uint8 · range 1 … 9\ntype string · length 2/)
})

test('a description is known by its first sentence', () => {
  expect(firstSentence('The longest packet.  It goes through in one piece.')).toBe('The longest packet.')
  expect(firstSentence('\n  One\n     port\n')).toBe('One port')
  expect(firstSentence('The state.\n\nIt changes.')).toBe('The state.')
  expect(firstSentence(' ')).toBeUndefined()
})

test('neither a colon nor an abbreviation ends a sentence', () => {
  expect(firstSentence('Off: no packet goes through. On: all do.')).toBe('Off: no packet goes through.')
  expect(firstSentence('A name, e.g. Ethernet, of a port. More.')).toBe('A name, e.g. Ethernet, of a port.')
  expect(firstSentence('The peer (i.e. The other end) is down. More.')).toBe(
    'The peer (i.e. The other end) is down.',
  )
  expect(firstSentence('Version 1.2 of the protocol. More.')).toBe('Version 1.2 of the protocol.')
})

test('what cannot be seen in a description is spelled out', () => {
  expect(firstSentence('Reads\r\nbackwards\u202e.')).toBe('Reads backwards[U+202E].')
})

test('the colon before a list does', () => {
  expect(firstSentence('It is one of:\n  - up\n  - down')).toBe('It is one of.')
})
