import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { type OpenDoor, openDoor } from './support/open-door.ts'

let door: OpenDoor

beforeAll(async () => {
  door = await openDoor(['--device-concurrency', '200'])
})
afterEach(() => {
  door.device.faults.clear()
  door.device.datastore.reset()
  door.forget()
})
afterAll(() => door.stop())

const SERVICES = 'infix-services:web'
const login = { username: 'admin', password: 'admin' }

test('C1 C3 a login sets each cookie once, with these attributes and no others', async () => {
  const { headers } = await door.post('/login', login)
  const [session, csrf, ...others] = headers.getSetCookie()
  expect(session).toMatch(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(csrf).toMatch(/^csrf=[\w-]+\.[\w-]+; Path=\/; HttpOnly; SameSite=Strict$/)
  expect(others).toEqual([])
})

test('C1 C3 behind a TLS proxy both cookies are Secure', async () => {
  const headers = { 'X-Forwarded-Proto': 'https', Origin: `https://${door.host}` }
  const answer = await door.fetch('/login', { method: 'POST', headers, body: new URLSearchParams(login) })
  for (const cookie of answer.headers.getSetCookie()) expect(cookie).toMatch(/; Secure/)
})

test('C3 a visitor who has not signed in gets no cookie', async () => {
  for (const path of ['/', '/login', '/nowhere', '/healthz']) {
    expect((await door.fetch(path)).headers.getSetCookie()).toEqual([])
  }
})

test('C2 a logout clears both cookies with the attributes they were set with', async () => {
  const { headers } = await door.post('/logout', {}, await door.signIn())
  const cleared = headers.getSetCookie().filter((cookie) => cookie.includes('Max-Age=0'))
  expect(cleared).toEqual([
    'session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
    'csrf=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict',
  ])
})

test('S2 S3 a new login has a new token, and the old one is worth nothing', async () => {
  const first = await door.signIn()
  const answer = await door.post('/login', login, first)
  const [, second = ''] = /^session=([^;]+)/.exec(answer.headers.getSetCookie()[0] ?? '') ?? []
  expect(second).not.toBe(first.session)
  expect((await door.visit('/', first)).status).toBe(303)
  expect((await door.visit('/', { ...first, session: second })).status).toBe(200)
})

test('S4 a logout in one tab is a logout in all of them', async () => {
  const visitor = await door.signIn()
  const copy = { ...visitor }
  await door.post('/logout', {}, visitor)
  const answer = await door.visit('/', copy)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login'])
})

test('X3 the token changes at login', async () => {
  const page = await (await door.fetch('/login')).text()
  const visitor = await door.signIn()
  expect(page).not.toContain(visitor.csrf)
})

test('S10 each session has the features of its own login, and keeps them', async () => {
  const set = (enabled: boolean) => {
    const body = { 'infix-services:web': { console: { enabled }, netbrowse: { enabled: !enabled } } }
    return door.device.faults.set({ kind: 'body', body }, { resource: SERVICES })
  }
  set(true)
  const withConsole = await door.signIn('admin', 'admin')
  set(false)
  const withBrowser = await door.signIn('guest', 'guest')
  for (let round = 0; round < 5; round++) {
    const [one, other] = await Promise.all([door.visit('/', withConsole), door.visit('/', withBrowser)])
    const [first, second] = [await one.text(), await other.text()]
    expect([first.includes(':7681/'), first.includes('network.local')]).toEqual([true, false])
    expect([second.includes(':7681/'), second.includes('network.local')]).toEqual([false, true])
  }
})

test('S11 a login reads the services once, and the device is called twice in all', async () => {
  await door.signIn()
  expect(door.device.journal.count({ resource: SERVICES })).toBe(1)
  expect(door.device.journal.entries).toHaveLength(2)
})

test('S12 a hundred users who sign in at once are never mixed up', async () => {
  const names = Array.from({ length: 100 }, (_, n) => `user-${n}`)
  for (const name of names) door.device.accounts.add(name, `pw-${name}`)
  const visitors = await Promise.all(names.map((name) => door.signIn(name, `pw-${name}`)))
  expect(new Set(visitors.map(({ session }) => session)).size).toBe(100)

  for (let round = 0; round < 3; round++) {
    const sessions = await Promise.all(
      visitors.map(
        async (visitor) => (await door.visit('/session', visitor)).json() as Promise<{ username: string }>,
      ),
    )
    expect(sessions.map(({ username }) => username)).toEqual(names)
  }
})

test('S13 a browser that goes away during a login leaves no session behind', async () => {
  const visitor = await door.signIn('guest', 'guest')
  const before = await countSessions()
  door.device.faults.set({ kind: 'slow', ms: 50 }, { resource: SERVICES })
  const form = 'username=guest&password=guest'
  const head = `POST /login HTTP/1.1\r\nHost: ${door.host}\r\nContent-Type: application/x-www-form-urlencoded`
  const socket = connect(door.port, '127.0.0.1', () =>
    socket.write(`${head}\r\nContent-Length: ${form.length}\r\n\r\n${form}`),
  )
  while (door.device.journal.count({ resource: SERVICES }) < 2) await Bun.sleep(1)
  socket.destroy()
  await door.until('login.left')
  expect(await countSessions()).toBe(before)

  async function countSessions(): Promise<number> {
    const page = await (await door.visit('/sessions', visitor)).text()
    return page.match(/<tr/g)?.length ?? 0
  }
})

test('X8 looking changes nothing', async () => {
  const visitor = await door.signIn()
  const before = await (await door.visit('/session', visitor)).json()
  for (const path of ['/', '/interfaces', '/sessions', '/login', '/logout', '/sessions/revoke']) {
    await door.visit(path, visitor, { 'X-Portico-Poll': '1' })
  }
  expect(await (await door.visit('/session', visitor)).json()).toEqual(before)
  expect(door.device.journal.entries.every(({ method }) => method === 'GET')).toBe(true)
})

test('H5 the network browser has one address, whatever the request says', async () => {
  const body = { 'infix-services:web': { console: { enabled: true }, netbrowse: { enabled: true } } }
  door.device.faults.set({ kind: 'body', body }, { resource: SERVICES })
  const visitor = await door.signIn()
  const page = await (
    await door.visit('/', visitor, { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' })
  ).text()
  const links = [...page.matchAll(/<a [^>]*href="(https:[^"]+)"[^>]*>/g)]
  expect(links.length).toBeGreaterThanOrEqual(3)
  for (const [link, href] of links) {
    expect(['https://network.local/', 'https://evil.example:7681/']).toContain(href ?? '')
    expect(link).toContain('target="_blank"')
    expect(link).toContain('rel="noopener noreferrer"')
  }
})

test('I10 a hostile name that the device accepts is inert on every page', async () => {
  const name = '"><script>alert(1)</script><%= it %>'
  door.device.accounts.add(name, 'pw')
  const visitor = await door.signIn(name, 'pw')
  for (const path of ['/', '/sessions', '/interfaces']) {
    const page = await (await door.visit(path, visitor)).text()
    expect(page).not.toContain('<script>alert')
    expect(page).toContain('&lt;script&gt;alert(1)')
  }
})
