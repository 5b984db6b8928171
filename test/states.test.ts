import { describe, expect, test } from 'bun:test'
import type { Fault } from '../src/demo/faults/fault.ts'
import type { Answer, Browser } from './support/browser.ts'
import { setCookieOf } from './support/cookie-jar.ts'
import { startService } from './support/service.ts'

/** The rows of the table, each from its state by its trigger to the next state. */
describe('States and transitions', () => {
  test('no session, POST /login, form parses, both fields non-empty, device accepts the credentials: session active; flags read, hook run, session created, cookie and token set, redirect to /', async () => {
    const ran: string[] = []
    await using here = await startService({ afterLogin: ({ username }) => void ran.push(username) })
    const user = here.browser()
    expect(await stateOf(user)).toBe('no session')
    const answer = await user.logIn()
    expect(await stateOf(user)).toBe('session active')
    expect(here.demo.journal.count({ resource: 'infix-services:web', method: 'GET' })).toBe(1)
    expect(ran).toEqual(['admin'])
    expect(user.jar.names).toEqual(['csrf', 'session'])
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/'])
  })

  test('… a post-login hook is run if configured: without one login is the same', async () => {
    await using here = await startService()
    const user = here.browser()
    await user.logIn()
    expect(await stateOf(user)).toBe('session active')
  })

  const refused: [string, string, Fault | undefined][] = [
    ['form does not parse', 'username=%', undefined],
    ['a field is empty', 'username=admin&password=', undefined],
    ['credentials rejected', 'username=admin&password=wrong', undefined],
    ['device unreachable', 'username=admin&password=admin', { kind: 'reset' }],
  ]
  test.each(refused)(
    'no session, POST /login, %s: no session; login page re-rendered with an error message',
    async (_, body, fault) => {
      await using here = await startService()
      if (fault) here.demo.faults.set(fault)
      const visitor = here.browser()
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
      const answer = await visitor.ask('/login', { method: 'POST', body, headers })
      expect(answer.body).toContain('role="alert"')
      expect(await stateOf(visitor)).toBe('no session')
    },
  )

  test('no session, POST /login, session creation fails: no session; HTTP 500', async () => {
    await using here = await startService({ flags: ['--max-sessions', '1'] })
    await here.browser().logIn('guest')
    const user = here.browser()
    expect((await user.logIn()).status).toBe(500)
    expect(await stateOf(user)).toBe('no session')
  })

  test('session active, POST /logout, any: no session; session deleted, cookie cleared, token cleared, redirect to /login', async () => {
    await using here = await startService()
    const user = here.browser()
    await user.logIn()
    expect(await stateOf(user)).toBe('session active')
    expectGoodbye(await user.logOut())
    expect(await stateOf(user)).toBe('no session')
  })

  test('no session, POST /logout, any: no session; same cookie and token clearing, redirect to /login', async () => {
    await using here = await startService()
    const visitor = here.browser()
    expectGoodbye(await visitor.post('/logout'))
    expect(await stateOf(visitor)).toBe('no session')
  })

  test('the whole round, over HTTP', async () => {
    await using here = await startService()
    const user = here.browserOverHttp()
    expect(await stateOf(user)).toBe('no session')
    expect((await user.logIn('admin', 'wrong')).status).toBe(200)
    expect(await stateOf(user)).toBe('no session')
    expect((await user.logIn()).status).toBe(303)
    expect(await stateOf(user)).toBe('session active')
    expectGoodbye(await user.logOut())
    expect(await stateOf(user)).toBe('no session')
  })
})

async function stateOf(user: Browser): Promise<'no session' | 'session active'> {
  const root = await user.get('/')
  if (root.status === 200) return 'session active'
  expect([root.status, root.headers.get('location')]).toEqual([303, '/login'])
  return 'no session'
}

function expectGoodbye({ status, headers, setCookies }: Answer): void {
  expect([status, headers.get('location')]).toEqual([303, '/login'])
  for (const name of ['session', 'csrf']) {
    expect(setCookieOf(setCookies, name)).toMatchObject({ value: '', attributes: { 'max-age': '0' } })
  }
}
