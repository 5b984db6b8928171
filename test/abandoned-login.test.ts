import { afterEach, beforeEach, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { steadyClock } from '../src/session/session.ts'
import type { SessionStore } from '../src/session/session-store.ts'
import { memoryStore } from '../src/session/stores/memory.ts'
import { type ListeningService, startListening } from './support/listening-service.ts'
import { startService } from './support/service.ts'
import { until } from './support/until.ts'

let store: SessionStore
let server: ListeningService
beforeEach(async () => {
  store = memoryStore({ now: steadyClock() })
  server = await startListening([], { store })
})
afterEach(() => server.stop())

/** Logs in as a browser that can be closed at any time. */
function logInAndLeave(): { leave: () => void; gone: Promise<unknown> } {
  const browser = new AbortController()
  const gone = fetch(`http://${server.host}/login`, {
    method: 'POST',
    redirect: 'manual',
    signal: browser.signal,
    body: new URLSearchParams({ username: 'admin', password: 'admin' }),
  }).catch((error) => error)
  return { leave: () => browser.abort(), gone }
}

test('S13 a browser that is closed while the device is asked leaves no session behind', async () => {
  for (const resource of ['ietf-yang-library:yang-library', 'infix-services:web']) {
    const release = server.device.faults.set({ kind: 'slow', ms: 100 }, { resource })
    const { leave, gone } = logInAndLeave()
    await until(() => server.device.journal.find({ resource }).length > 0, 'the device is asked')
    leave()
    await gone
    await server.until('login.left')
    expect([await store.count(), server.events().includes('login.succeeded')]).toEqual([0, false])
    release()
    server.forget()
  }
})

test('S13 a browser that is closed while the hook runs leaves no session behind', async () => {
  const leaving = new AbortController()
  const store = memoryStore({ now: steadyClock() })
  await using here = await startService({ store, afterLogin: () => leaving.abort() })
  const answer = await here.browser().ask('/login', {
    method: 'POST',
    body: 'username=admin&password=admin',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    signal: leaving.signal,
  })
  expect(answer.setCookies).toEqual([])
  expect(here.log.of('login.succeeded')).toEqual([])
  expect(await store.count()).toBe(0)
})

test('S13 a client that closes its half of the connection has left: no answer, and no session', async () => {
  server.device.faults.set({ kind: 'slow', ms: 100 }, { resource: 'infix-services:web' })
  const form = 'username=admin&password=admin'
  const head = ['POST /login HTTP/1.1', `Host: ${server.host}`, `Content-Length: ${form.length}`]
  const type = 'Content-Type: application/x-www-form-urlencoded'
  let heard = ''
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('data', (bytes) => {
    heard += bytes
  })
  const closed = new Promise((resolve) => socket.on('close', resolve))
  // The runtime closes a half-closed connection, unless the answer is there by then.
  socket.end([...head, type, '', form].join('\r\n'))
  await closed
  await server.until('login.left')
  expect([heard, await store.count(), server.events().includes('login.succeeded')]).toEqual(['', 0, false])
})

test('S13 a browser that is closed while it waits for its turn costs no device call', async () => {
  await using step = await startService({ flags: ['--device-concurrency', '1'] })
  step.demo.faults.set({ kind: 'slow', ms: 50 }, { resource: 'infix-services:web' })
  const browser = new AbortController()
  const [first, second] = [step.postLogin(), step.postLogin({ username: 'guest', signal: browser.signal })]
  browser.abort()
  expect([(await first).status, (await second).status]).toEqual([303, 400])
  expect(step.log.of('login.left')).toHaveLength(1)
  expect(step.demo.journal.count({ username: 'guest' })).toBe(0)
})
