import { describe, expect, test } from 'bun:test'
import { compileYang } from '../../../test/support/compile-yang.ts'
import { findPlace } from '../../data/paths/find-place.ts'
import { finish } from '../../yang/work.ts'
import * as secrets from './secrets.ts'

const withoutSecrets = (...args: Parameters<typeof secrets.withoutSecrets>) =>
  finish(secrets.withoutSecrets(...args))

const model = compileYang([
  `module m { container c { leaf name { type string; } leaf password { type string; } leaf key { type string; }
     list user { key name; leaf name { type string; } leaf secret { type string; } } } }`,
])

describe('JSON without secrets', () => {
  test('has what the model calls no secret, and nothing else', () => {
    const json = { 'm:c': { name: 'n', password: 'p', key: 'k', user: [{ name: 'u', secret: 's' }] } }
    expect(withoutSecrets(json, model)).toEqual({ 'm:c': { name: 'n', key: 'k', user: [{ name: 'u' }] } })
  })

  test('is the same for an answer that begins at its place', () => {
    const found = findPlace(model, '/m:c/user=u')
    if (found.kind === 'bad-path') throw new TypeError('it is a place')
    const json = { 'm:user': [{ name: 'u', secret: 's' }] }
    expect(withoutSecrets(json, model, found.place)).toEqual({ 'm:user': [{ name: 'u' }] })
    const wrapped = { 'ietf-restconf:data': { 'm:c': { password: 'p' } } }
    expect(withoutSecrets(wrapped, model)).toEqual({ 'ietf-restconf:data': { 'm:c': {} } })
  })

  test('goes by names where there is no model', () => {
    const json = { 'x:y': { 'wifi-psk': 'p', ssid: 's', 'z:password': 'q' } }
    expect(withoutSecrets(json)).toEqual({ 'x:y': { ssid: 's' } })
    // Also of several in a list, and of what is said about one.
    expect(
      withoutSecrets({ 'x:y': { psk: ['p', 'q'], '@psk': ['r'], '@x:password': 's', ssid: ['t'] } }),
    ).toEqual({
      'x:y': { ssid: ['t'] },
    })
  })

  test('ends where data is deeper than any model', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(5_000)}{"password":"p"}${'}'.repeat(5_000)}`)
    expect(JSON.stringify(withoutSecrets(deep))).not.toContain('password')
  })
})
