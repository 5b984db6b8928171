import { expect, test } from 'bun:test'
import { steadyClock } from '../src/session/clock.ts'
import type { SessionStore } from '../src/session/session-store.ts'
import { memoryStore } from '../src/session/stores/memory.ts'
import { openDoor } from './support/open-door.ts'

const down = async () => {
  throw new Error('the store is down: /var/lib/portico/sessions.db')
}

test('P6 T1 what breaks is answered with two words of plain text, and logged', async () => {
  const store: SessionStore = { ...memoryStore({ now: steadyClock() }), insert: down }
  const door = await openDoor([], { store })
  const answer = await door.post('/login', { username: 'admin', password: 'admin' })
  expect(answer.status).toBe(500)
  expect(await answer.text()).toBe('Internal server error')
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(door.events()).toContain('login.failed')
  await door.stop()
})

test('L4 no token of a session and no password is in the log of a whole visit', async () => {
  const door = await openDoor()
  door.device.accounts.add('canary', 'pw-7f3c9a51')
  await door.post('/login', { username: 'canary', password: 'pw-7f3c9a51x' })
  const visitor = await door.signIn('canary', 'pw-7f3c9a51')
  for (const path of ['/', '/overview/facts', '/interfaces/table', '/sessions', '/session', '/nowhere']) {
    await door.visit(path, visitor)
  }
  await door.post('/logout', { csrf: 'forged' }, visitor)
  await door.post('/logout', {}, visitor)
  const text = door.lines.join('')
  for (const secret of [
    visitor.session,
    visitor.csrf,
    'pw-7f3c9a51',
    Buffer.from('canary:pw-7f3c9a51').toString('base64').slice(0, -4),
  ]) {
    expect(text).not.toContain(secret)
  }
  expect(door.events()).toContain('session.ended')
  await door.stop()
})

test('L1 L3 every record has its time in UTC, its level, its event, the request and the address', async () => {
  const door = await openDoor()
  await door.post('/login', { username: 'n'.repeat(1000), password: 'x' })
  const [refused] = door.lines
    .map((line) => JSON.parse(line))
    .filter(({ event }) => event === 'login.refused')
  expect(refused.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(refused).toMatchObject({ level: 'warn', address: '127.0.0.1', because: 'wrong-credentials' })
  expect(refused.request).toMatch(/^[\w-]{8,}$/)
  expect(Buffer.byteLength(refused.username)).toBeLessThanOrEqual(256 + Buffer.byteLength('…'))
  await door.stop()
})
