import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { interfacesModel } from '../../../test/support/interfaces-model.ts'
import { readInstance } from '../values/instance-identifier.ts'
import { textOf } from '../values/value.ts'
import { findInstance, findPlace } from './find-place.ts'
import { pathOf, placesTo } from './place.ts'

const find = (path: string) => findPlace(interfacesModel, path)

/** The path as it is written again, or why it leads nowhere. */
function rewritten(path: string): string {
  const found = find(path)
  return found.kind === 'place' ? pathOf(found.place) : found.code
}

describe('a path', () => {
  test.each([
    '',
    '/if:interfaces',
    '/if:interfaces/interface',
    '/if:interfaces/interface=e1',
    '/if:interfaces/interface=e1/ip:ipv4/address=10.0.0.1/prefix-length',
    '/rt:routing/protocol=routes%3Astatic,default/metric',
    '/rt:routing/hop',
    '/sys:system/search=b.example',
    '/sys:system/search',
    '/sys:system/server=',
    '/if:interfaces/interface=e1/cable',
    '/sys:system/sys2:hostname',
    '/sys:flat',
  ])('is written as it was read: %s', (path) => expect(rewritten(path)).toBe(path))

  test('may have a module where none is needed, no slash at its start, and keys that are not encoded', () => {
    expect(rewritten('if:interfaces/if:interface=e1/ip:ipv4/ip:mtu')).toBe(
      '/if:interfaces/interface=e1/ip:ipv4/mtu',
    )
    expect(rewritten('/')).toBe('')
    expect(rewritten('/if:interfaces/interface=e1/ip:ipv4/address=fe80::1')).toBe(
      '/if:interfaces/interface=e1/ip:ipv4/address=fe80%3A%3A1',
    )
    expect(rewritten("/sys:system/server=it's (a) key!*")).toBe(
      '/sys:system/server=it%27s%20%28a%29%20key%21%2A',
    )
  })

  test('carries any key, encoded in full', () => {
    const key = '/ : , % " space ü € 日本 \' = [ ] ? # & + ; \\ * ..'
    const path = `/sys:system/server=${encodeURIComponent(key)}`
    expect(rewritten(path)).toMatch(/^\/sys:system\/server=[\w%.~-]+$/)
    const found = find(rewritten(path))
    expect(found.kind === 'place' && found.place?.keys.map(textOf)).toEqual([key])
  })

  test('has its keys in canonical form', () => {
    expect(rewritten('/rt:routing/protocol=routes:static,x')).toBe('/rt:routing/protocol=routes%3Astatic,x')
  })
})

describe('a path that leads nowhere says why', () => {
  test.each([
    ['/interfaces', 'missing-module'],
    ['/nope:interfaces', 'unknown-module'],
    ['/if:nope', 'unknown-node'],
    ['/if:interfaces/interface=e1/ipv4', 'unknown-node'],
    ['/if:interfaces/interface=e1/name/x', 'unknown-node'],
    ['/if:interfaces/interface/name', 'missing-key'],
    ['/if:interfaces/interface=e1,e2', 'wrong-number-of-keys'],
    ['/rt:routing/protocol=routes:static', 'wrong-number-of-keys'],
    ['/if:interfaces/interface=much-too-long-for-this', 'bad-key'],
    ['/if:interfaces/interface=', 'bad-key'],
    ['/if:interfaces/interface=%00', 'bad-key'],
    ['/rt:routing/protocol=static,default', 'bad-key'],
    ['/rt:routing/hop=1', 'list-without-keys'],
    ['/rt:routing/hop/via', 'list-without-keys'],
    ['/sys:system=x', 'keys-of-no-list'],
    ['/sys:system/hostname=x', 'keys-of-no-list'],
    ['/if:interfaces/interface=e1/media', 'not-data'],
    ['/if:interfaces/interface=e1/copper', 'not-data'],
    ['/if:interfaces/interface=e1/reset', 'not-data'],
    ['/sys:restart', 'not-data'],
    ['/sys:system/server=%zz', 'bad-encoding'],
    ['/sys:system/server=%ff', 'bad-encoding'],
    ['/sys:system/', 'bad-syntax'],
    ['//sys:system', 'bad-syntax'],
    ['/sys%3Asystem', 'bad-syntax'],
    ['/sys:system/..', 'bad-syntax'],
    ['/sys:system/constructor', 'unknown-node'],
    ['/__proto__:x', 'unknown-module'],
    [`/sys:system/server=${'x'.repeat(9_000)}`, 'too-long'],
    [`/sys:system${'/x'.repeat(200)}`, 'too-deep'],
  ] as const)('%s: %s', (path, code) => expect(find(path)).toMatchObject({ kind: 'bad-path', code }))

  test('and how far it led, and what may have been meant', () => {
    const found = find('/if:interfaces/interface=e1/ipv4')
    if (found.kind === 'place' || found.code !== 'unknown-node') throw new Error('found')
    expect(pathOf(found.reached)).toBe('/if:interfaces/interface=e1')
    expect(found.meant.map(({ module, name }) => `${module}:${name}`)).toEqual(['ip:ipv4'])
    expect(found.step).toBe(2)
  })

  test('and which key does not fit its type', () => {
    expect(find('/if:interfaces/interface=e1/ip:ipv4/address=x')).toMatchObject({
      code: 'bad-key',
      text: 'x',
      node: { name: 'ip' },
      misfit: { code: 'no-member-fits' },
    })
  })
})

describe('an instance-identifier', () => {
  const follow = (text: string) => {
    const found = findInstance(interfacesModel, readInstance(text) ?? [])
    return found.kind === 'place' ? pathOf(found.place) : found.code
  }

  test('leads to a place, whatever the order of its keys', () => {
    expect(follow("/if:interfaces/interface[name='e1']/ip:ipv4")).toBe('/if:interfaces/interface=e1/ip:ipv4')
    expect(follow("/rt:routing/protocol[name='a,b'][type='routes:static']")).toBe(
      '/rt:routing/protocol=routes%3Astatic,a%2Cb',
    )
    expect(follow("/sys:system/search[.='x']")).toBe('/sys:system/search=x')
    expect(follow('/sys:system/search')).toBe('/sys:system/search')
  })

  test('that picks by something else than the keys leads nowhere', () => {
    expect(follow("/if:interfaces/interface[name='e1'][x='1']")).toBe('wrong-number-of-keys')
    expect(follow("/rt:routing/protocol[name='x']")).toBe('wrong-number-of-keys')
    expect(follow('/rt:routing/hop[1]')).toBe('list-without-keys')
    expect(follow("/sys:system/hostname[.='x']")).toBe('keys-of-no-list')
  })
})

test('whatever the path, it leads to a place that is written and found again, or to a reason', () => {
  const piece = fc.constantFrom(
    ...[
      '/',
      'sys:system',
      'if:interfaces',
      'interface=',
      'e1',
      'server=',
      ',',
      ':',
      '=',
      '..',
      '%2F',
      '%',
      '%00',
    ],
    ...[
      'ip:ipv4',
      'address=',
      '10.0.0.1',
      'rt:routing',
      'protocol=',
      'routes:static',
      '__proto__',
      '\ud800',
      '日',
      ' ',
    ],
  )
  const path = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(path, (path) => {
      const found = find(path)
      if (found.kind === 'bad-path') return expect(found.code).toBeString()
      const written = pathOf(found.place)
      expect(written).toMatch(/^[\w%.~:=,/-]*$/)
      expect(rewritten(written)).toBe(written)
      expect(placesTo(found.place).length).toBe(written.split('/').length - 1)
    }),
    { numRuns: 3_000 },
  )
})

test('any key is found again by the path that is written with it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (key) => {
      const found = find(`/sys:system/server=${encodeURIComponent(key)}`)
      if (found.kind === 'bad-path') return expect(found.code).toBe('bad-key')
      const again = find(pathOf(found.place))
      expect(again.kind === 'place' && again.place?.keys.map(textOf)).toEqual([key])
    }),
    { numRuns: 1_000 },
  )
})
