import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type ListeningService, startListening } from '../../test/support/listening-service.ts'
import { memoryStore } from '../session/stores/memory.ts'

let server: ListeningService
let now = 0
let isStoreDown = false
const store = memoryStore({ now: () => now })
const find: typeof store.find = (key) => {
  if (isStoreDown) throw new Error('the store is down')
  return store.find(key)
}

beforeEach(async () => {
  now = Date.now()
  isStoreDown = false
  server = await startListening(['--idle-timeout', '30m'], { now: () => now, store: { ...store, find } })
})
afterEach(() => server.stop())

const ask = (path: string, session?: string, method = 'GET', headers: Record<string, string> = {}) =>
  fetch(`http://${server.host}${path}`, {
    method,
    redirect: 'manual',
    headers: { ...headers, ...(session !== undefined && { cookie: `session=${session}` }) },
  })

describe.each([
  ['/auth/console', (on: boolean) => server.device.datastore.switchConsole(on)],
  ['/auth/network-browser', (on: boolean) => server.device.datastore.switchNetworkBrowser(on)],
] as const)('%s', (path, switchFeature) => {
  test('lets in whose session has the feature, and says who it is', async () => {
    const { session } = await server.logIn()
    const answer = await ask(path, session)
    expect(answer.status).toBe(204)
    expect(answer.headers.get('x-portico-user')).toBe('admin')
    expect((await ask(path, session, 'HEAD')).status).toBe(204)
  })

  test('turns away whose session does not have it', async () => {
    switchFeature(false)
    const { session } = await server.logIn()
    const answer = await ask(path, session)
    expect(answer.status).toBe(403)
    expect(answer.headers.has('x-portico-user')).toBe(false)
  })

  test('answers 401 without a session, and does not redirect', async () => {
    for (const answer of [await ask(path), await ask(path, 'A'.repeat(43))]) {
      expect(answer.status).toBe(401)
      expect(answer.headers.has('location')).toBe(false)
      expect(answer.headers.getSetCookie()).toEqual([])
    }
  })
  test.each([
    ['a page of another site', { origin: 'https://evil.example' }],
    ['a page on another port of this host', { origin: 'http://127.0.0.1:1' }],
    ['a sandboxed page', { origin: 'null' }],
    ['a WebSocket of a sibling host', { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'websocket' }],
    ['an image of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }],
    ['a frame of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' }],
    ['a fetch that does not say what for', { 'sec-fetch-site': 'cross-site' }],
  ])('12.5 refuses %s, with the session and without', async (_, headers: Record<string, string>) => {
    const { session } = await server.logIn()
    server.forget()
    expect((await ask(path, session, 'GET', headers)).status).toBe(403)
    expect((await ask(path, undefined, 'GET', headers)).status).toBe(403)
    expect(server.events()).toContain('forgery.refused')
  })

  test('12.5 allows its own page, a link from another site, and a caller that is no browser', async () => {
    const { session } = await server.logIn()
    const allowed: Record<string, string>[] = [
      { origin: `http://${server.host}` },
      { origin: `http://${server.host}`, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'websocket' },
      { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'document' },
      { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' },
      {},
    ]
    for (const headers of allowed) expect((await ask(path, session, 'GET', headers)).status).toBe(204)
  })

  test('S5 keeps no session alive', async () => {
    const { session } = await server.logIn()
    for (let minutes = 0; minutes < 30; minutes += 10) {
      expect((await ask(path, session)).status).toBe(204)
      now += 10 * 60_000
    }
    expect((await ask(path, session)).status).toBe(401)
  })

  test('12.6 asks the device again when it has not accepted the password for a minute, one request for all', async () => {
    const { session } = await server.logIn()
    const askedBefore = server.device.journal.count()
    await ask(path, session)
    expect(server.device.journal.count()).toBe(askedBefore)
    now += 60_000
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(path, session)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(204))
    expect(server.device.journal.count()).toBe(askedBefore + 1)
  })

  test('12.6 ends the session of an account that was removed', async () => {
    const { session } = await server.logIn()
    server.device.accounts.remove('admin')
    now += 60_000
    expect((await ask(path, session)).status).toBe(401)
    server.device.accounts.add('admin', 'admin')
    expect((await ask(path, session)).status).toBe(401)
  })

  test('12.6 lets in for ten minutes more while the device cannot be asked, then answers 503', async () => {
    const { session } = await server.logIn()
    await server.device.goDead()
    now += 60_000
    expect((await ask(path, session)).status).toBe(204)
    now += 10 * 60_000 - 1
    expect((await ask(path, session)).status).toBe(204)
    now += 1
    expect((await ask(path, session)).status).toBe(503)
    expect(server.events()).toContain('auth.unconfirmed')
    await server.device.comeBack()
    now += 10_000
    expect((await ask(path, session)).status).toBe(204)
  })

  test('refuses every request while the store cannot answer', async () => {
    const { session } = await server.logIn()
    isStoreDown = true
    expect((await ask(path, session)).status).toBe(503)
  })

  test('T12 answers GET only', async () => {
    expect((await ask(path, undefined, 'POST')).status).toBe(405)
  })
})

test('a user name that no header could carry as it is arrives percent-encoded', async () => {
  server.device.accounts.add('zoë ☂ admin', 'secret')
  const { session } = await server.logIn('zoë ☂ admin', 'secret')
  const answer = await ask('/auth/console', session)
  expect(answer.headers.get('x-portico-user')).toBe('zo%C3%AB%20%E2%98%82%20admin')
})
