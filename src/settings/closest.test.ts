import { expect, test } from 'bun:test'
import { closest } from './closest.ts'

const known = ['serve', 'demo', 'device', 'doctor', 'sessions', 'model', 'theme']

test.each([
  ['serv', 'serve'],
  ['doktor', 'doctor'],
  ['dotcor', 'doctor'],
  ['session', 'sessions'],
  ['thmee', 'theme'],
  ['x', undefined],
  ['demolition', undefined],
  ['', undefined],
  ['x'.repeat(100_000), undefined],
])('%s was most likely meant as %s', (word, meant) => expect(closest(word, known)).toBe(meant))
