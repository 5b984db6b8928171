import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type ListeningService, startListening } from './support/listening-service.ts'
import type { Visitor } from './support/visitor.ts'

let server: ListeningService
let admin: Visitor

beforeAll(async () => {
  server = await startListening(['--allowed-hosts', 'router.example'])
  admin = await server.logIn()
})
afterAll(() => server.stop())

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; " +
  "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/** An answer of each kind that the service gives. */
const answers: readonly [string, () => Promise<Response>][] = [
  ['200 login page', () => server.fetch('/login')],
  ['200 page', () => server.visit('/', admin)],
  ['200 JSON', () => server.visit('/session', admin)],
  ['200 fragment', () => server.visit('/interfaces/table', admin, { 'HX-Request': 'true' })],
  ['200 HEAD', () => server.fetch('/login', { method: 'HEAD' })],
  ['204 health', () => server.fetch('/healthz')],
  ['303 to login', () => server.fetch('/')],
  ['303 after login', () => server.post('/login', { username: 'admin', password: 'admin' })],
  ['303 after logout', () => server.post('/logout', {})],
  ['400 bad host', () => server.fetch('/login', { headers: { Host: 'a,b' } })],
  ['401 htmx', () => server.fetch('/', { headers: { 'HX-Request': 'true' } })],
  ['401 script', () => server.fetch('/', { headers: { Accept: 'application/json' } })],
  ['403 forged', () => server.post('/login', { username: 'a', password: 'b', csrf: 'x' })],
  ['404 page', () => server.visit('/nowhere', admin)],
  ['404 asset', () => server.fetch('/assets/nothing.js')],
  ['405 method', () => server.fetch('/login', { method: 'PUT' })],
  ['413 too large', () => server.post('/login', { username: 'a'.repeat(20_000) })],
  ['421 other name', () => server.fetch('/login', { headers: { Host: 'evil.example' } })],
]

test.each(answers)('T1 T3 T4 T5 T6 T7 T8 T10 T11: %s', async (kind, ask) => {
  const { status, headers } = await ask()
  expect(status).toBe(Number(kind.slice(0, 3)))
  expect(headers.get('content-security-policy')).toBe(POLICY)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('referrer-policy')).toBe('same-origin')
  expect(headers.get('permissions-policy')).toMatch(
    /camera=\(\).*microphone=\(\).*geolocation=\(\).*usb=\(\).*payment=\(\)/,
  )
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('server')).toBeNull()
  expect([...headers.keys()].filter((name) => /^(access-control|x-powered-by)/.test(name))).toEqual([])
  if (headers.has('content-type'))
    expect(headers.get('content-type')).toMatch(/^(text\/(html|plain); charset=utf-8|application\/json)/i)
})

test('T8 an asset may be kept for ever, and carries the other headers too', async () => {
  const page = await (await server.fetch('/login')).text()
  const [, path = ''] = /href="(\/assets\/style\.[^"]+)"/.exec(page) ?? []
  const { headers } = await server.fetch(path)
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(headers.get('content-security-policy')).toBe(POLICY)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('T1 no page has a script, a style or a handler of its own in its markup', async () => {
  const own = [
    '/',
    '/interfaces',
    '/sessions',
    '/about',
    '/overview/facts',
    '/interfaces/table',
    '/device-name',
  ]
  const paths = [...own, '/nowhere', '/login']
  const pages = await Promise.all(paths.map(async (path) => (await server.visit(path, admin)).text()))
  for (const page of pages)
    expect(page).not.toMatch(/<script(?![^>]* src=)[^>]*>|<style|\sstyle=|\son[a-z]+=|javascript:/i)
})

test('T2 HSTS is sent over HTTPS only', async () => {
  const plain = await server.fetch('/login')
  expect(plain.headers.get('strict-transport-security')).toBeNull()
  const secure = await server.fetch('/login', { headers: { 'X-Forwarded-Proto': 'https' } })
  expect(secure.headers.get('strict-transport-security')).toBe('max-age=31536000')
})

test('T2 H1 X-Forwarded-Proto from an untrusted caller is ignored', async () => {
  const untrusting = await startListening(['--trusted-proxies', 'none'])
  const { headers } = await untrusting.fetch('/login', { headers: { 'X-Forwarded-Proto': 'https' } })
  expect(headers.get('strict-transport-security')).toBeNull()
  await untrusting.stop()
})

test('T13 a logout clears the browser’s cache and no storage of other applications', async () => {
  const visitor = await server.logIn()
  const { headers } = await server.post('/logout', {}, visitor)
  expect(headers.get('clear-site-data')).toBe('"cache"')
})

test('T16 by the Mozilla Observatory’s arithmetic it is worth at least 135 points over HTTPS', async () => {
  const { headers } = await server.fetch('/login', { headers: { 'X-Forwarded-Proto': 'https' } })
  const has = (name: string, pattern: RegExp) => pattern.test(headers.get(name) ?? '')
  const earned = [
    [has('content-security-policy', /default-src 'none'/) && !has('content-security-policy', /unsafe/), 10],
    [!headers.has('set-cookie'), 5],
    [has('referrer-policy', /^same-origin$/), 5],
    [has('content-security-policy', /frame-ancestors 'none'/), 5],
    [has('cross-origin-resource-policy', /^same-origin$/), 10],
  ] as const
  const lost = [
    [has('strict-transport-security', /max-age=(1[5-9]\d{6}|[2-9]\d{7})/), 20],
    [has('x-content-type-options', /^nosniff$/), 5],
  ] as const
  const points = 100 + earned.reduce((sum, [got, worth]) => sum + (got ? worth : 0), 0)
  expect(points - lost.reduce((sum, [got, worth]) => sum + (got ? 0 : worth), 0)).toBeGreaterThanOrEqual(135)
})

test('T10 F1 HEAD says the length that GET has', async () => {
  for (const path of ['/login', '/favicon.ico', '/assets/nothing.js']) {
    const [whole, head] = await Promise.all([server.fetch(path), server.fetch(path, { method: 'HEAD' })])
    const { byteLength } = await whole.arrayBuffer()
    expect(head.status).toBe(whole.status)
    expect(head.headers.get('content-length')).toBe(String(byteLength))
    expect(head.headers.get('content-type')).toBe(whole.headers.get('content-type'))
  }
})
