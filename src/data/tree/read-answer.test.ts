import { describe, expect, test } from 'bun:test'
import { interfacesModel } from '../../../test/support/interfaces-model.ts'
import { container, leaf, list, modelOf, string } from '../../../test/support/schema.ts'
import type { Model } from '../../yang/model.ts'
import type { Json } from '../json/json.ts'
import { findPlace } from '../paths/find-place.ts'
import { readAnswer } from './read-answer.ts'
import { nestedBody, writeJson } from './write-json.ts'

function placeOf(path: string, model: Model = interfacesModel) {
  const found = findPlace(model, path)
  if (found.kind === 'bad-path' || !found.place) throw new Error(path)
  return found.place
}

function read(path: string, json: Json, model: Model = interfacesModel): Json {
  const answer = readAnswer(model, path === '' ? undefined : placeOf(path, model), json)
  return answer.kind === 'data' ? writeJson(answer.data) : answer.kind
}

const entry = { name: 'e1', type: 'if-type:ethernet', 'ip:ipv4': { mtu: 1500 } }

describe('an answer is read the same', () => {
  test('whether it is the node alone or nested from the top', () => {
    const answers: readonly (readonly [string, Json, Json])[] = [
      ['/if:interfaces/interface=e1', { 'if:interface': [entry] }, entry],
      ['/if:interfaces/interface=e1', { 'if:interface': entry }, entry],
      ['/if:interfaces/interface=e1', { interface: [entry] }, entry],
      ['/if:interfaces/interface=e1', { 'if:interfaces': { interface: [entry] } }, entry],
      ['/if:interfaces/interface=e1/ip:ipv4/mtu', { 'ip:mtu': 1500 }, 1500],
      ['/if:interfaces/interface=e1/ip:ipv4/mtu', { 'if:interfaces': { interface: [entry] } }, 1500],
      ['/if:interfaces/interface=e1/ip:ipv4/mtu', { 'ip:ipv4': { mtu: 1500 } }, 1500],
      ['/if:interfaces', { 'if:interfaces': { interface: [entry] } }, { interface: [entry] }],
      ['/sys:system/search', { 'sys:search': ['a', 'b'] }, ['a', 'b']],
      ['/sys:system/search=b', { 'sys:search': ['b'] }, ['b']],
      ['/sys:system/search=b', { 'sys:system': { search: ['b'] } }, ['b']],
    ]
    for (const [path, json, expected] of answers) expect(read(path, json), path).toEqual(expected)
  })

  test('wrapped or not', () => {
    const whole = { 'if:interfaces': { interface: [entry] } }
    for (const json of [whole, { 'ietf-restconf:data': whole }, { data: whole }]) {
      expect(read('', json)).toEqual(whole)
      expect(read('/if:interfaces/interface=e1/ip:ipv4', json)).toEqual({ mtu: 1500 })
    }
  })

  test('when the server left the keys of the only entry out', () => {
    expect(read('/if:interfaces/interface=e1', { 'if:interface': [{ enabled: true }] })).toEqual({
      enabled: true,
    })
    expect(read('/if:interfaces/interface=e1', { 'if:interface': [{ name: 'e2' }] })).toBe('nothing')
  })
})

test('a key may come back in the form that the server stores', () => {
  const model = modelOf([container('m:a', [list('l', 'ip', [leaf('ip', string())])])])
  for (const name of ['m:l', 'm:a']) {
    const entries = [{ ip: 'fe80::1' }]
    const json = name === 'm:a' ? { [name]: { l: entries } } : { [name]: entries }
    expect(read('/m:a/l=FE80:0::1', json, model)).toEqual({ ip: 'fe80::1' })
    expect(read('/m:a/l=fe80::2', json, model)).toBe('nothing')
  }
})

test('nothing is nothing, and what is no object is senseless', () => {
  expect(read('/sys:system/ntp', { 'sys:system': { hostname: 'x' } })).toBe('nothing')
  expect(read('/sys:system/ntp', {})).toBe('nothing')
  for (const json of [null, 5, 'x', [], [{}]]) expect(read('/sys:system', json)).toBe('senseless')
})

test('a node that is called like the top of its path is not taken for it', () => {
  const model = modelOf([container('m:x', [container('y', [leaf('x', string())])])])
  expect(read('/m:x/y/x', { 'm:x': { y: { x: 'deep' } } }, model)).toBe('deep')
  expect(read('/m:x/y/x', { 'm:x': 'bare' }, model)).toBe('bare')
  expect(read('/m:x/y/x', { 'm:x': { y: {} } }, model)).toBe('nothing')
})

test('data is written with a module where it changes, and what does not fit as it was', () => {
  const json = {
    'if:interfaces': {
      'if:interface': [
        {
          'if:name': 'e1',
          'ip:ipv4': { 'ip:mtu': 'much', address: [{ ip: '::1', 'vendor:x': null }] },
          speed: '007',
        },
        5,
      ],
      '@interface': [{ a: true }],
    },
  }
  expect(read('', json)).toEqual({
    'if:interfaces': {
      interface: [
        { name: 'e1', 'ip:ipv4': { mtu: 'much', address: [{ ip: '::1', 'vendor:x': null }] }, speed: '7' },
        5,
      ],
      '@interface': [{ a: true }],
    },
  })
})

test('JSON at a place can be nested from the top, and is read back from there as from the bare node', () => {
  const place = placeOf('/rt:routing/protocol=routes%3Astatic,default')
  const json = { type: 'routes:static', name: 'default', metric: 5 }
  expect(nestedBody(place, json)).toEqual({ 'rt:routing': { protocol: [json] } })
  expect(nestedBody(placeOf('/if:interfaces/interface=e1/ip:ipv4/mtu'), 1500)).toEqual({
    'if:interfaces': { interface: [{ name: 'e1', 'ip:ipv4': { mtu: 1500 } }] },
  })
  expect(nestedBody(placeOf('/sys:system/search=b'), 'b')).toEqual({ 'sys:system': { search: ['b'] } })
  for (const body of [{ 'rt:protocol': [json] }, nestedBody(place, json)]) {
    expect(read('/rt:routing/protocol=routes%3Astatic,default', body)).toEqual(json)
  }
})
