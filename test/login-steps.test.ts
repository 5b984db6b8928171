import { describe, expect, test } from 'bun:test'
import { hiddenField, shownError } from './support/browser.ts'
import { startService, type TestService } from './support/service.ts'

const good = { username: 'admin', password: 'admin' }

describe('Login, step by step', () => {
  test('1. at most 16 KiB: 413 with the login page and "Invalid request.", no device call', async () => {
    await using here = await startService()
    const answer = await here.browser().post('/login', { ...good, more: 'x'.repeat(17_000) })
    expect([answer.status, shownError(answer.body)]).toEqual([413, 'Invalid request.'])
    expect(here.demo.journal.count()).toBe(0)
  })

  test('1. I5 bytes otherwise exact: blanks, plus signs, composed and decomposed letters reach the device as typed', async () => {
    await using here = await startService()
    for (const password of [' p ', 'a+b%2561', 'A\u030angstr\u00f6m', '\ufeffbom', 'x'.repeat(4096)]) {
      here.demo.accounts.setPassword('admin', password)
      expect((await here.browser().logIn('admin', password)).status).toBe(303)
    }
  })

  test('I7 the query string is never read', async () => {
    await using here = await startService()
    const answer = await here.browser().post('/login?username=admin&password=admin')
    expect(shownError(answer.body)).toBe('Username and password are required.')
  })

  test('2. the request-forgery check fails: 403, the login page with a fresh token and "This page has expired. Please try again.", no device call', async () => {
    await using here = await startService()
    const visitor = here.browser()
    const answer = await visitor.post('/login', { ...good, csrf: 'made.up' })
    expect([answer.status, shownError(answer.body)]).toEqual([
      403,
      'This page has expired. Please try again.',
    ])
    expect(here.demo.journal.count()).toBe(0)
    expect((await visitor.post('/login', { ...good, csrf: hiddenField(answer.body, 'csrf') })).status).toBe(
      303,
    )
  })

  test('2. comes after 1. and before 3.', async () => {
    await using here = await startService()
    const broken = await here.browser().ask('/login', {
      method: 'POST',
      body: 'csrf=made.up&username=%',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })
    expect(shownError(broken.body)).toBe('Invalid request.')
    const empty = await here.browser().post('/login', { csrf: 'made.up', username: '' })
    expect(empty.status).toBe(403)
  })

  test('2. a login without a token is judged by the origin alone', async () => {
    await using here = await startService()
    expect((await here.browser().post('/login', good)).status).toBe(303)
    const foreign = await here.browser().post('/login', good, { Origin: 'https://evil.example' })
    expect([foreign.status, shownError(foreign.body)]).toEqual([
      403,
      'This page has expired. Please try again.',
    ])
  })

  test.each([
    ['a colon in the name', 'admin:x', 'admin'],
    ['a control character in the name', 'admin\u0007', 'admin'],
    ['NUL in the password', 'admin', 'admin\0junk'],
    ['a line break in the password', 'admin', 'admin\n'],
  ])('4. I6 %s: "Invalid username or password." without a device call', async (_, username, password) => {
    await using here = await startService()
    const answer = await here.browser().post('/login', { username, password })
    expect([answer.status, shownError(answer.body)]).toEqual([200, 'Invalid username or password.'])
    expect(here.demo.journal.count()).toBe(0)
  })

  test('8. the hook gets a device client that acts as the user', async () => {
    const names: unknown[] = []
    await using here = await startService({
      async afterLogin({ device }) {
        names.push(device.username, await device.get('ietf-system:system'))
      },
    })
    await here.browser().logIn()
    expect(names).toMatchObject(['admin', { 'ietf-system:system': { hostname: 'quay-7' } }])
  })

  test('8. a device call of the hook that fails is the hook’s own affair, and login goes on', async () => {
    await using here = await startService({
      async afterLogin({ device }) {
        await device.get('ietf-system:system')
      },
    })
    expect((await here.browser().logIn('guest')).status).toBe(303)
    expect(here.log.of('hook.failed')).toHaveLength(1)
  })

  test('9. S3 the browser’s earlier session, if it presents a live one, ends', async () => {
    await using here = await startService()
    const user = here.browser()
    await user.logIn()
    const earlier = user.jar.get('session') ?? ''
    await user.logIn('guest')
    expect((await user.session()).username).toBe('guest')
    const left = here.browser()
    left.jar.set('session', earlier)
    expect(await left.isSignedIn()).toBe(false)
  })

  test('9. … but only once the new one is there', async () => {
    await using here = await startService()
    const user = here.browser()
    await user.logIn()
    await user.logIn('admin', 'wrong')
    expect(await user.isSignedIn()).toBe(true)
  })

  test('9. S13 nothing is created for a client that has gone away before this point', async () => {
    const leaving = new AbortController()
    await using here = await startService({ afterLogin: () => leaving.abort() })
    const user = here.browser()
    const answer = await user.ask('/login', {
      method: 'POST',
      body: 'username=admin&password=admin',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      signal: leaving.signal,
    })
    expect(answer.setCookies).toEqual([])
    expect(here.log.of('login.succeeded')).toEqual([])
    await user.logIn('guest')
    expect((await user.get('/sessions')).body.match(/<tr>/g)).toHaveLength(2)
  })

  test('10. S2 cookies: a presented token is never adopted', async () => {
    await using here = await startService()
    const victim = here.browser()
    victim.jar.set('session', 'A'.repeat(43))
    victim.jar.set('csrf', 'A'.repeat(43))
    await victim.logIn()
    expect(victim.jar.get('session')).not.toBe('A'.repeat(43))
    expect(victim.jar.get('csrf')).not.toBe('A'.repeat(43))
  })

  test('after the verdict a timeout only turns features off: the login goes on', async () => {
    await using here = await startService({ flags: ['--login-deadline', '500ms'] })
    here.demo.faults.set({ kind: 'hang' }, { resource: 'infix-services:web' })
    const user = here.browser()
    expect((await user.logIn()).status).toBe(303)
    expect((await user.session()).features).toMatchObject({ console: false, wifi: true })
  })

  test('… or leaves the hook behind', async () => {
    await using here = await startService({
      flags: ['--login-deadline', '500ms'],
      afterLogin: () => new Promise<void>(() => {}),
    })
    expect((await here.browser().logIn()).status).toBe(303)
    expect(here.log.of('hook.left-behind')).toHaveLength(1)
  })

  test('a refused login is answered with status 200 for the four texts of the specification', async () => {
    await using here = await startService()
    const statuses = [
      await postRaw(here, 'username=%'),
      await postRaw(here, 'username=admin'),
      await postRaw(here, 'username=admin&password=wrong'),
    ]
    await here.demo.goDead()
    statuses.push(await postRaw(here, 'username=admin&password=admin'))
    expect(statuses).toEqual([200, 200, 200, 200])
  })

  test('the page keeps the username typed; the password is never echoed', async () => {
    await using here = await startService()
    const username = '"><script>alert(1)</script>'
    const { body } = await here.browser().post('/login', { username, password: 'canary-password' })
    expect(body).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
    expect(body).not.toContain('<script>')
    expect(body).not.toContain('canary-password')
  })

  test('refusals take at least 250 ms', async () => {
    const pauses: number[] = []
    await using here = await startService({ pause: async (ms) => void pauses.push(ms) })
    await here.browser().post('/login', { ...good, password: 'wrong' })
    await here.browser().post('/login', { ...good, username: '' })
    await here.browser().post('/login', { ...good, username: 'a:b' })
    expect(pauses).toHaveLength(3)
    for (const ms of pauses) expect(ms).toBeWithin(1, 400)
  })
})

async function postRaw(here: TestService, body: string): Promise<number> {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  return (await here.browser().ask('/login', { method: 'POST', body, headers })).status
}
