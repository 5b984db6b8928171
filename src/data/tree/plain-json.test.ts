import { expect, test } from 'bun:test'
import type { Json } from '../json/json.ts'
import { readSteps } from '../paths/path-steps.ts'
import { findPlain } from './plain-json.ts'

function find(path: string, json: Json): Json | undefined {
  const read = readSteps(path)
  if (read.kind === 'unreadable') throw new Error(read.code)
  return findPlain(json, read.steps)
}

const entry = { name: 'e1', 'ip:ipv4': { mtu: 1500 } }

test('a place is found without a model, nested from the top or bare, wrapped or not', () => {
  const whole = { 'if:interfaces': { interface: [{ name: 'e2' }, entry] } }
  expect(find('', whole)).toBe(whole)
  for (const json of [whole, { 'ietf-restconf:data': whole }]) {
    expect(find('/if:interfaces/interface=e1', json)).toEqual(entry)
    expect(find('/if:interfaces/interface=e1/ip:ipv4/mtu', json)).toBe(1500)
    expect(find('/if:interfaces/interface', json)).toHaveLength(2)
  }
  expect(find('/if:interfaces/interface=e1', { 'if:interface': [entry] })).toEqual(entry)
  expect(find('/if:interfaces/interface=e1/ip:ipv4/mtu', { 'ip:mtu': 1500 })).toBe(1500)
})

test('an entry has every key among its values', () => {
  const json = { 'a:l': [{ k: 1, m: 'x' }, { k: 2, m: 'x' }, 'x', null] }
  expect(find('/a:l=2,x', json)).toEqual({ k: 2, m: 'x' })
  expect(find('/a:l=3,x', json)).toBeUndefined()
  expect(find('/a:l=x', { 'a:l': ['y', 'x'] })).toBe('x')
})

test('what is not there is not there', () => {
  for (const json of [null, 5, [], {}, { 'if:interfaces': null }, { 'if:interfaces': [] }]) {
    expect(find('/if:interfaces/interface=e1', json)).toBeUndefined()
  }
  expect(find('/a:constructor', {})).toBeUndefined()
  expect(find('/a:b/__proto__', { 'a:b': {} })).toBeUndefined()
})
