import { expect, test } from 'bun:test'
import { startService } from './support/service.ts'
import { sqliteStore } from './support/sqlite-store.ts'
import { until } from './support/until.ts'

/** A service with its sessions in a file, and a way to bring many logins as far as that file. */
async function startOnFile() {
  const file = sqliteStore()
  let atTheFile = 0
  const here = await startService({ flags: file.flags, afterLogin: () => void atTheFile++ })

  async function beginLogins(count: number) {
    let answered = 0
    const before = atTheFile
    const logins = Array.from({ length: count }, async () => {
      const answer = await here.browser().post('/login', { username: 'admin', password: 'admin' })
      answered++
      return answer
    })
    await until(() => atTheFile === before + count, 'all logins are at the file')
    return { answers: Promise.all(logins), answered: () => answered }
  }

  return {
    ...here,
    beginLogins,
    lock: file.lock,
    countRecords: () => file.query('SELECT key FROM records').length,
  }
}

type ServiceOnFile = Awaited<ReturnType<typeof startOnFile>>

/** Requests of other visitors meanwhile. */
async function visit(here: ServiceOnFile): Promise<void> {
  for (let count = 0; count < 20; count++) {
    expect((await here.browser().get('/login')).status).toBe(200)
    expect((await here.browser().get('/healthz')).status).toBe(204)
  }
}

test('R1 R4 logins that meet a locked file stall no other request; they are 500 in plain text, with no cookie, until it is free', async () => {
  await using here = await startOnFile()
  const lock = here.lock()
  const { answers, answered } = await here.beginLogins(12)
  await visit(here)
  expect(answered()).toBe(0)

  for (const answer of await answers) {
    expect([answer.status, answer.body, answer.setCookies]).toEqual([500, 'Internal server error', []])
    expect(answer.headers.get('content-type')).toStartWith('text/plain')
  }
  lock[Symbol.dispose]()
  expect((await here.browser().logIn()).status).toBe(303)
  await until(() => here.countRecords() === 1, 'one session is in the file')
})

test('R4 logins that meet a file locked for a moment are late, and succeed', async () => {
  await using here = await startOnFile()
  const lock = here.lock()
  const { answers, answered } = await here.beginLogins(5)
  expect(answered()).toBe(0)
  lock[Symbol.dispose]()
  expect((await answers).map(({ status }) => status)).toEqual([303, 303, 303, 303, 303])
})

test('R3 R4 logouts that meet a locked file stall no other request, hold at once, and reach the file when it is free', async () => {
  await using here = await startOnFile()
  const browsers = Array.from({ length: 8 }, () => here.browser())
  for (const browser of browsers) await browser.logIn()
  const tokens = browsers.map(({ jar }) => jar.get('session') ?? '')

  const lock = here.lock()
  let answered = 0
  const logouts = browsers.map(async (browser) => {
    const answer = await browser.post('/logout', { csrf: browser.jar.get('csrf') ?? '' })
    answered++
    return answer.status
  })
  await visit(here)
  expect(answered).toBe(0)
  expect(await Promise.all(logouts)).toEqual(browsers.map(() => 303))
  for (const [place, browser] of browsers.entries()) {
    browser.jar.set('session', tokens[place] ?? '')
    expect((await browser.get('/')).status).toBe(303)
  }
  await visit(here)

  lock[Symbol.dispose]()
  await until(() => here.countRecords() === 0, 'no session is in the file')
})

test('R2 R4 pages of sessions are shown while the file is locked', async () => {
  await using here = await startOnFile()
  const browser = here.browser()
  await browser.logIn()
  using _ = here.lock()
  for (const path of ['/', '/sessions', '/session']) expect((await browser.get(path)).status).toBe(200)
})
