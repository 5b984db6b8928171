import { describe, expect, test } from 'bun:test'
import { interfacesModel } from '../../../test/support/interfaces-model.ts'
import type { Json } from '../json/json.ts'
import { dataNodes } from '../paths/data-nodes.ts'
import { findPlace } from '../paths/find-place.ts'
import { textOf } from '../values/value.ts'
import { DataLeaf, DataLeafList } from './data-leaf.ts'
import { DataList, DataObject } from './data-node.ts'
import { locate } from './read-answer.ts'

const whole = {
  'if:interfaces': {
    interface: [
      {
        name: 'e10',
        type: 'if-type:ethernet',
        speed: '10000000000',
        'ip:ipv4': { mtu: 1500, address: [{ ip: '10.0.0.1', 'prefix-length': 24 }] },
        cable: 'blue',
        'vendor:extra': { a: [1] },
      },
      {
        name: 'e2',
        type: 'if-type:ethernet',
        enabled: true,
        '@enabled': { 'ietf-netconf-with-defaults:default': true },
      },
    ],
  },
  'rt:routing': {
    protocol: [{ type: 'routes:static', name: 'default', metric: 5 }],
    hop: [{ via: 'a' }, { via: 'a' }],
  },
  'sys:system': { hostname: 'r1', search: ['b', 'a'], ntp: {}, filter: { x: 1 }, 'sys2:hostname': 'r2' },
  'vendor:top': 1,
}

const tree = new DataObject(interfacesModel, whole)

function at(path: string, from: DataObject = tree) {
  const found = findPlace(interfacesModel, path)
  if (found.kind === 'bad-path') throw new Error(found.code)
  return locate(from, found.place)
}

function read(json: Json): DataObject {
  return new DataObject(interfacesModel, JSON.parse(JSON.stringify(json)))
}

describe('a tree held against the model', () => {
  test('has its leaves at their places, each with its value', () => {
    const texts = [
      ['/if:interfaces/interface=e10/ip:ipv4/address=10.0.0.1/prefix-length', '24'],
      ['/if:interfaces/interface=e10/speed', '10000000000'],
      ['/if:interfaces/interface=e2/type', 'if-type:ethernet'],
      ['/rt:routing/protocol=routes%3Astatic,default/metric', '5'],
      ['/sys:system/hostname', 'r1'],
      ['/sys:system/sys2:hostname', 'r2'],
    ] as const
    for (const [path, text] of texts) {
      const data = at(path)
      expect(data?.kind === 'leaf' && data.value.kind !== 'misfit' && textOf(data.value), path).toBe(text)
    }
  })

  test('has nothing where nothing is', () => {
    for (const path of [
      '/if:interfaces/interface=e3',
      '/sys:flat',
      '/if:interfaces/interface=e2/ip:ipv4/mtu',
    ]) {
      expect(at(path)).toBeUndefined()
    }
  })

  test('keeps what the model does not know', () => {
    expect([...tree.unknown]).toEqual([['vendor:top', 1]])
    const entry = at('/if:interfaces/interface=e10')
    expect(entry?.kind === 'object' && [...entry.unknown]).toEqual([['vendor:extra', { a: [1] }]])
  })

  test('knows defaults by their tag', () => {
    const [tagged, plain] = [at('/if:interfaces/interface=e2/enabled'), at('/sys:system/hostname')]
    expect(tagged instanceof DataLeaf && tagged.isDefault).toBe(true)
    expect(plain instanceof DataLeaf && plain.isDefault).toBe(false)
    const entry = at('/if:interfaces/interface=e2')
    expect(entry instanceof DataObject && [...entry.unknown]).toEqual([])
  })

  test('says which case of a choice was taken', () => {
    const list = at('/if:interfaces/interface')
    if (!(list instanceof DataList)) throw new Error('no list')
    const choice = list.node.children.find(({ name }) => name === 'media')
    const cases = [0, 1].map((index) => {
      const entry = list.entry(index)
      return choice && entry.kind === 'object' && entry.chosenCase(choice)?.name
    })
    expect(cases).toEqual(['copper', undefined])
  })

  test('names the keys of an entry, unless they do not fit', () => {
    const entry = at('/rt:routing/protocol=routes%3Astatic,default')
    expect(entry instanceof DataObject && entry.keys?.map(textOf)).toEqual(['routes:static', 'default'])
    const odd = at(
      '/rt:routing/protocol',
      read({ 'rt:routing': { protocol: [{ type: 'x' }, { type: 'x', name: 'y' }] } }),
    )
    if (!(odd instanceof DataList)) throw new Error('no list')
    expect([0, 1].map((index) => (odd.entry(index) as DataObject).keys)).toEqual([undefined, undefined])
  })

  test('hands out one value of a leaf-list', () => {
    const data = at('/sys:system/search=a')
    expect(data instanceof DataLeafList && data.json).toEqual(['a'])
    expect(at('/sys:system/search=c')).toBeUndefined()
  })
})

describe('the entries of a list', () => {
  const names = (json: readonly Json[]) => {
    const list = at('/if:interfaces/interface', read({ 'if:interfaces': { interface: json } }))
    if (!(list instanceof DataList)) throw new Error('no list')
    return list.order.map((index) => {
      const entry = list.entry(index)
      return entry.kind === 'object' ? (entry.keys?.map(textOf).join() ?? '?') : '!'
    })
  }

  test('stand in the natural order of their keys', () => {
    expect(names(['e10', 'e2', 'e1', 'br0'].map((name) => ({ name })))).toEqual(['br0', 'e1', 'e2', 'e10'])
  })

  test('stand as the user ordered them where the order counts', () => {
    const list = at('/sys:system/server', read({ 'sys:system': { server: [{ name: 'b' }, { name: 'a' }] } }))
    expect(list instanceof DataList && list.order).toEqual([0, 1])
  })

  test('are shown also when they have no keys, or are no objects', () => {
    expect(names([{ name: 'e1' }, 5, { speed: '1' }, null, [], { name: 7 }])).toEqual([
      '!',
      '?',
      '!',
      '!',
      '?',
      'e1',
    ])
  })

  test('with equal keys: all are shown, the last one is found', () => {
    const twice = read({
      'if:interfaces': {
        interface: [
          { name: 'e1', speed: '1' },
          { name: 'e1', speed: '2' },
        ],
      },
    })
    const data = at('/if:interfaces/interface=e1/speed', twice)
    expect(data?.kind === 'leaf' && data.json).toBe('2')
  })

  test('may be a single object', () => {
    const one = read({ 'if:interfaces': { interface: { name: 'e1' } } })
    expect(at('/if:interfaces/interface=e1', one)?.kind).toBe('object')
  })

  test('may be as many as fit into an answer, and one of them is found', () => {
    const size = 200_000
    const entries = Array.from({ length: size }, (_, index) => ({ name: `e${index}` }))
    const many = new DataObject(interfacesModel, { 'if:interfaces': { interface: entries } })
    const list = at('/if:interfaces/interface', many)
    expect(list instanceof DataList && [list.size, list.order.length]).toEqual([size, size])
    expect(at(`/if:interfaces/interface=e${size - 1}`, many)?.kind).toBe('object')
  })
})

describe('what has the wrong shape is kept and marked', () => {
  const shapes: readonly Json[] = [null, true, 5, 'text', [], [1], [null], {}, { x: 1 }, [[]], [{}]]

  test('at every node, whatever stands there', () => {
    for (const shape of shapes) {
      for (const node of dataNodes(interfacesModel)) {
        const data = read({ [`${node.module}:${node.name}`]: shape }).child(node)
        expect(data?.kind).toBeString()
        if (data && data.kind !== 'object' && data.kind !== 'leaf-list')
          expect([data.json].flat()).toEqual([shape].flat())
      }
    }
  })

  test('a container that is a number, a list that is a text, a leaf that is an object', () => {
    expect(at('/if:interfaces', read({ 'if:interfaces': 5 }))).toMatchObject({ kind: 'misfit', json: 5 })
    expect(at('/if:interfaces/interface', read({ 'if:interfaces': { interface: 'x' } }))).toMatchObject({
      kind: 'misfit',
      json: 'x',
    })
    const leaf = at('/sys:system/hostname', read({ 'sys:system': { hostname: { a: 1 } } }))
    expect(leaf instanceof DataLeaf && leaf.value).toMatchObject({ kind: 'misfit', code: 'wrong-json-type' })
  })

  test('names of JavaScript are names like any other', () => {
    const json = JSON.parse(
      '{"__proto__":1,"constructor":2,"toString":{"__proto__":3},"sys:system":{"__proto__":{"hostname":"x"}}}',
    )
    const odd = new DataObject(interfacesModel, json)
    expect([...odd.unknown.keys()]).toEqual(['__proto__', 'constructor', 'toString'])
    expect(at('/sys:system/hostname', odd)).toBeUndefined()
  })

  test('a member with and without its module is one member, and the last one counts', () => {
    const data = at('/sys:system/hostname', read({ 'sys:system': { hostname: 'a', 'sys:hostname': 'b' } }))
    expect(data?.kind === 'leaf' && data.json).toBe('b')
  })
})
