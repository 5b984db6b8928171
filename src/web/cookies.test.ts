import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { Hono } from 'hono'
import { cookieValue } from './cookies.ts'
import type { Scope } from './scope.ts'

async function read(cookie: string, name = 'session'): Promise<unknown> {
  const app = new Hono<Scope>().get('*', (c) => c.json({ value: cookieValue(c, name) ?? null }))
  const { value } = await (await app.request('/', { headers: { cookie } })).json()
  return value
}

test.each([
  ['session=a', 'a'],
  ['a=1; session=b; c=2', 'b'],
  ['session=a;session=a', 'a'],
  ['session=a; session=b', null],
  ['session=; session=b', null],
  ['Session=a', null],
  ['xsession=a', null],
  ['session', null],
  ['session=a=b', 'a=b'],
  ['session=%61', '%61'],
  ['session="a"', '"a"'],
  ['', null],
])('C4 "%s" is %p', async (cookie, expected) => {
  expect(await read(cookie)).toBe(expected)
})

test('C6 `__proto__` and `constructor` are ordinary cookie names', async () => {
  expect(await read('__proto__=x')).toBeNull()
  expect(await read('__proto__=x', '__proto__')).toBe('x')
  expect(await read('a=b', 'constructor')).toBeNull()
})

test('C6 reading a cookie never fails, whatever the header holds', async () => {
  const header = fc.string({ unit: fc.constantFrom(...'session=;, "\\\t\u00ff%') })
  await fc.assert(
    fc.asyncProperty(header, async (cookie) => {
      const value = await read(cookie.trim())
      expect(value === null || typeof value === 'string').toBe(true)
    }),
  )
})
