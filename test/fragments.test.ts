import { describe, expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Browser } from './support/browser.ts'
import { oneService } from './support/service.ts'

const here = oneService()
const htmx = { 'HX-Request': 'true' }

describe('an answer for htmx', () => {
  const table = (user: Browser, headers: Record<string, string> = {}) =>
    user.get('/interfaces/table', { ...htmx, ...headers })

  test('(23) is compressed when the browser takes it', async () => {
    const user = await here.logIn()
    const plain = await table(user, { 'Accept-Encoding': 'identity' })
    for (const encoding of ['br', 'gzip']) {
      const response = await here.service.fetch(
        new Request('http://portico.local/interfaces/table', {
          headers: {
            Host: 'portico.local',
            Cookie: user.jar.header(),
            'Accept-Encoding': encoding,
            ...htmx,
          },
        }),
        { peer: '127.0.0.1', tls: false },
      )
      expect(response.headers.get('content-encoding')).toBe(encoding)
      expect(response.headers.get('vary')).toContain('Accept-Encoding')
      const bytes = await response.bytes()
      expect(bytes.length).toBeLessThan(plain.body.length / 3)
      const text = new TextDecoder().decode(
        encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes),
      )
      expect(text).toContain('<table class="table"')
    }
  })

  test('(23) a whole page never is: it holds the token', async () => {
    const user = await here.logIn()
    for (const path of ['/', '/sessions', '/overview/facts', '/login']) {
      const { headers, body } = await user.get(path, { 'Accept-Encoding': 'gzip, br' })
      expect(headers.get('content-encoding')).toBeNull()
      expect(body).toContain('csrf-token')
    }
  })

  test('(23) holds no token of its user', async () => {
    const user = await here.logIn()
    for (const path of ['/overview/facts', '/interfaces/table', '/device-name']) {
      const { body } = await user.get(path, htmx)
      expect(body).not.toContain('csrf')
      for (const name of ['session', 'csrf']) expect(body).not.toContain(user.jar.get(name) ?? 'none')
    }
  })

  test('(23) is empty while the browser shows just that, and whole as soon as anything has changed', async () => {
    const user = await here.logIn()
    const body = { 'ietf-system:system': { hostname: 'still' } }
    here.demo.faults.set({ kind: 'body', body })
    const first = await user.get('/device-name', htmx)
    const shown = { ...htmx, 'X-Portico-Shown': first.headers.get('x-portico-content') ?? '' }
    const second = await user.get('/device-name', shown)
    expect([second.status, second.body]).toEqual([204, ''])
    here.demo.faults.set({ kind: 'body', body: { 'ietf-system:system': { hostname: 'moved' } } })
    const third = await user.get('/device-name', shown)
    expect([third.status, third.body.trim()]).toEqual([200, 'moved'])
    here.demo.faults.clear()
  })

  test('T9 no other condition makes it empty', async () => {
    const user = await here.logIn()
    expect((await table(user, { 'If-None-Match': '*' })).status).toBe(200)
  })
})
