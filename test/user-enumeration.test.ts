import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type Attempt, startService, type TestService } from './support/service.ts'

let here: TestService
beforeEach(async () => {
  here = await startService({ flags: ['--login-attempts', 'off'] })
  here.demo.accounts.add('user-known', 'right')
  here.demo.accounts.add('user-denied', 'right')
  here.demo.faults.set({ kind: 'status', status: 403 }, { username: 'user-denied' })
  here.demo.faults.set({ kind: 'status', status: 403 }, { stranger: true })
})
afterEach(() => here[Symbol.asyncDispose]())

/** All that a stranger can see of an answer, without the user name that was typed and the page's token. */
async function seen(attempt: Attempt & { username: string }) {
  const answer = await here.postLogin(attempt)
  const page = (await answer.text()).replaceAll(attempt.username, 'NAME')
  return {
    status: answer.status,
    headers: [...answer.headers].filter(([name]) => name !== 'date'),
    page: page.replaceAll(/[\w-]{43}\.[\w-]{43}/g, 'TOKEN'),
  }
}

const unknown = { username: 'user-nobody', password: 'guess' }
const wrong = { username: 'user-known', password: 'guess' }
const denied = { username: 'user-denied', password: 'right' }

describe('whether a user exists', () => {
  test('E1 an unknown user, a wrong password and a denied account get the same answer to the byte', async () => {
    const expected = await seen(unknown)
    expect(expected.status).toBe(200)
    expect(expected.page).toContain('Invalid username or password.')
    expect(await seen(wrong)).toEqual(expected)
    expect(await seen(denied)).toEqual(expected)
  })

  test('E1 a name and a password that HTTP Basic cannot carry get that answer, too, without a device call', async () => {
    const expected = await seen(unknown)
    here.demo.journal.clear()
    expect(await seen({ username: 'user:known', password: 'right' })).toEqual(expected)
    expect(await seen({ username: 'user-known', password: 'right\0' })).toEqual(expected)
    expect(here.demo.journal.entries).toHaveLength(0)
  })

  test('E1 the log differs in name and reason only', async () => {
    for (const attempt of [unknown, wrong, denied]) await here.postLogin(attempt)
    const refusals = here.log.of('login.refused')
    expect(refusals).toHaveLength(3)
    expect(new Set(refusals.map((fields) => Object.keys(fields).join(' '))).size).toBe(1)
  })

  test('E3 an address that has to wait gets the same answer for every user name', async () => {
    const strict = await startService({ flags: ['--login-attempts', '1/60s'] })
    await strict.postLogin(unknown)
    await here[Symbol.asyncDispose]()
    here = strict
    const expected = await seen(unknown)
    expect(expected.status).toBe(429)
    expect(await seen({ username: 'admin', password: 'admin' })).toEqual(expected)
    expect(await seen({ username: 'admin', password: 'guess' })).toEqual(expected)
  })

  test('E3 a form of another site gets the same answer for every user name', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site' }
    const expected = await seen({ ...unknown, headers })
    expect(expected.status).toBe(403)
    expect(await seen({ username: 'admin', password: 'admin', headers })).toEqual(expected)
  })
})

describe('how long a refusal takes', () => {
  const refused: readonly [string, Attempt][] = [
    ['an unknown user', unknown],
    ['a wrong password', wrong],
    ['a denied account', denied],
    ['a name that cannot travel', { username: 'a:b' }],
    ['a password that cannot travel', { password: 'a\0b' }],
    ['an empty field', { username: '' }],
  ]

  test.each(refused)('E2 %s: the refusal takes 250 to 275 ms', async (_, attempt) => {
    await here.postLogin(attempt)
    expect(here.pauses).toHaveLength(1)
    expect(here.pauses[0]).toBeLessThanOrEqual(275)
    expect(here.pauses[0]).toBeGreaterThan(0)
  })

  test('E2 a device that is away: the refusal takes as long', async () => {
    await here.demo.goDead()
    await here.postLogin()
    expect(here.pauses).toHaveLength(1)
  })

  test('E2 an address that has to wait: the refusal takes as long', async () => {
    await using strict = await startService({ flags: ['--login-attempts', '1/60s'] })
    await strict.postLogin(wrong)
    await strict.postLogin(wrong)
    expect(strict.pauses).toHaveLength(2)
  })

  test('E2 a login that succeeds does not wait', async () => {
    expect((await here.postLogin()).status).toBe(303)
    expect(here.pauses).toEqual([])
  })
})
