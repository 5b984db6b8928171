import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { dataPath, modulePath, parseRestconfRoot, resourcePath } from './resource-path.ts'

test('a module keeps its bare colon, which real devices insist on', () => {
  expect(resourcePath('ietf-system:system')).toBe('ietf-system:system')
  expect(resourcePath('ietf-system:system-state/platform')).toBe('ietf-system:system-state/platform')
  expect(resourcePath('a:b/c:d/e')).toBe('a:b/c:d/e')
})

test('a key value is percent-encoded, its colon and its slash too', () => {
  expect(resourcePath('m:list=2001:db8::1')).toBe('m:list=2001%3Adb8%3A%3A1')
  expect(resourcePath('m:list=10.0.0.0%2F8,static/leaf')).toBe('m:list=10.0.0.0%2F8,static/leaf')
  expect(resourcePath('m:list=ge 0%2c1')).toBe('m:list=ge%200%2C1')
})

test('a name that could lead out of the data root is refused', () => {
  const names = [
    '',
    '/',
    'system',
    '..',
    '../operations',
    'm:x/..',
    'm:x/../y',
    'm:x/.',
    'm:x//y',
    '//m:x',
    'm:x/',
    '/m:x',
    'm:x?depth=1',
    'm:x#f',
    'm:x/l=a?b',
    'm:x/l=a#b',
    'm%3Ax',
    'm:x%2f..',
    'm:%2e%2e',
    'm:..',
    '..:x',
    'm:x\\..\\y',
    'm:l=x%2f..%2f..',
    'm:l=x%2F..%2F',
    'm:l=%',
    'm:l=%zz',
    'm:l=%00',
    'm:l=\n',
    'm:l=\ud800',
    'm: x',
    'm:x HTTP/1.1',
    'http://evil/x:y',
    'm:x\r\nHost: evil',
  ]
  for (const name of names) expect(() => resourcePath(name), name).toThrow(TypeError)
})

test('whatever the name, what comes out stays below the data root', () => {
  const piece = fc.constantFrom(
    'm',
    ':',
    '/',
    '=',
    '..',
    '.',
    '%2e',
    '%2f',
    '%',
    '?',
    '#',
    '\\',
    ',',
    ' ',
    'x',
    '\n',
    '%0d%0a',
  )
  const name = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(
      fc.oneof(
        name,
        name.map((rest) => `m:x${rest}`),
        fc.string({ unit: 'binary' }),
      ),
      (resource) => {
        const path = pathOf(resource)
        if (path === undefined) return
        expect(path).toMatch(/^\/data\/[\w.:=,/%~-]+$/)
        // Also behind a proxy that decodes first and resolves dots afterwards.
        expect(new URL(decodeURIComponent(path).replaceAll('?', '%3F'), 'http://h').pathname).toStartWith(
          '/data/',
        )
        expect(new URL(path, 'http://h').pathname).toBe(path)
      },
    ),
    { numRuns: 2000 },
  )
})

test('an entry whose key is a slash, as a file system has it, can be named', () => {
  expect(resourcePath('m:filesystem=%2F')).toBe('m:filesystem=%2F')
})

test('every reserved character of a key is encoded: rousette refuses a bare quote', () => {
  expect(resourcePath("m:server=it's (!*)")).toBe('m:server=it%27s%20%28%21%2A%29')
})

test('a key value survives being encoded and read back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (key) => {
      const path = pathOf(`m:list=${encodeURIComponent(key)}`)
      if (path !== undefined) expect(decodeURIComponent(path.slice('/data/m:list='.length))).toBe(key)
    }),
  )
})

function pathOf(resource: string): string | undefined {
  try {
    return `/data/${resourcePath(resource)}`
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError)
    return undefined
  }
}

const all = { depth: true, fields: true, content: true, withDefaults: true }
const none = { depth: false, fields: false, content: false, withDefaults: false }
const resource = 'm:x'

test('a query says how much to read, and only what the device understands', () => {
  const query = {
    resource,
    depth: 2,
    fields: 'a;b/c',
    content: 'config',
    withDefaults: 'report-all-tagged',
  } as const
  expect(dataPath(query, all)).toBe(
    '/data/m:x?depth=2&fields=a;b/c&content=config&with-defaults=report-all-tagged',
  )
  expect(dataPath(query, none)).toBe('/data/m:x')
  expect(dataPath({ resource }, all)).toBe('/data/m:x')
  expect(dataPath({ resource: '', depth: 1 }, all)).toBe('/data?depth=1')
})

test('a datastore has a path of its own, and `content` is never asked of it', () => {
  const query = { resource, datastore: 'running', content: 'config', depth: 1 } as const
  expect(dataPath(query, all)).toBe('/ds/ietf-datastores:running/m:x?depth=1')
})

test('fields that could add a parameter of their own are refused', () => {
  for (const fields of ['a&depth=1', 'a#', 'a b', 'a%26', 'a\n', ''])
    expect(() => dataPath({ resource, fields }, all)).toThrow(TypeError)
})

const root = new URL('https://device.example/restconf/')

test('the text of a module is beside the RESTCONF root, or at an address of the same origin', () => {
  const revision = '2026-01-07'
  expect(modulePath(root, { from: 'folder', name: 'infix-system', revision })).toBe(
    '/yang/infix-system@2026-01-07.yang',
  )
  expect(modulePath(new URL('http://h/one/restconf'), { from: 'folder', name: 'a', revision })).toBe(
    '/one/yang/a@2026-01-07.yang',
  )
  expect(modulePath(root, { from: 'folder', name: 'a', revision: undefined })).toBe('/yang/a.yang')
  const ours = [
    'https://device.example/y/a.yang?x=1',
    '/y/a.yang?x=1',
    'https://device.example:443/y/a.yang?x=1',
  ]
  for (const url of ours) expect(modulePath(root, { from: 'location', url })).toBe('/y/a.yang?x=1')
})

test('no other origin is ever asked for the text of a module', () => {
  for (const url of [
    'https://evil.example/a.yang',
    '//evil.example/a.yang',
    'http://device.example/a.yang',
    'https://device.example:8443/a.yang',
    'https://admin@device.example/a.yang',
    'https://device.example.evil.example/a.yang',
    'file:///etc/passwd',
    'NETCONF:',
    'http://[',
  ])
    expect(() => modulePath(root, { from: 'location', url }), url).toThrow(
      expect.objectContaining({ code: 'foreign-origin' }),
    )
})

test('a module whose name could lead elsewhere is refused', () => {
  for (const name of ['../a', 'a/b', '', 'a?b', 'a b', 'a%2f', '1a', 'x'.repeat(300)])
    expect(() => modulePath(root, { from: 'folder', name, revision: '2026-01-07' })).toThrow(TypeError)
  for (const revision of ['', '2026', '2026-01-07/..', 'x'])
    expect(() => modulePath(root, { from: 'folder', name: 'a', revision })).toThrow(TypeError)
})

test('an http or https address is taken, IPv6 and a missing port included', () => {
  for (const text of [
    'https://192.0.2.1/restconf',
    'http://router:8080/restconf/',
    'https://[2001:db8::1]:443/restconf',
  ]) {
    expect(parseRestconfRoot(text)).toBeInstanceOf(URL)
  }
})
