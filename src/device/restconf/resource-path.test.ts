import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { resourcePath } from './resource-path.ts'

test('a module keeps its bare colon, which real devices insist on', () => {
  expect(resourcePath('ietf-system:system')).toBe('/data/ietf-system:system')
  expect(resourcePath('ietf-system:system-state/platform')).toBe('/data/ietf-system:system-state/platform')
  expect(resourcePath('a:b/c:d/e')).toBe('/data/a:b/c:d/e')
})

test('a key value is percent-encoded, its colon and its slash too', () => {
  expect(resourcePath('m:list=2001:db8::1')).toBe('/data/m:list=2001%3Adb8%3A%3A1')
  expect(resourcePath('m:list=10.0.0.0%2F8,static/leaf')).toBe('/data/m:list=10.0.0.0%2F8,static/leaf')
  expect(resourcePath('m:list=ge 0%2c1')).toBe('/data/m:list=ge%200%2C1')
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
    'm:l=x%2F%2Fy',
    'm:l=x%2F',
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
        expect(path).toMatch(/^\/data\/[\w.:=,/%~!*'()-]+$/)
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
    return resourcePath(resource)
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError)
    return undefined
  }
}
