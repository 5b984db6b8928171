import { expect, test } from 'bun:test'
import { firstSentence } from './node-info.ts'

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
