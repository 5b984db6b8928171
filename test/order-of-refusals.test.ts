import { describe, expect, test } from 'bun:test'
import { whereTo } from './support/browser.ts'
import { oneService } from './support/service.ts'

const here = oneService()

describe('Order of refusals', () => {
  const foreign = { Origin: 'https://evil.example' }

  test('invalid Host 400 comes first', async () => {
    const stranger = here.browser()
    for (const Host of ['', 'a b', 'a/b', 'user@host', 'a, b', 'host:99999', '[::1'])
      expect((await stranger.ask('/login', { method: 'DELETE', headers: { Host, ...foreign } })).status).toBe(
        400,
      )
  })

  test('then wrong method on a public path 405 with Allow, before the origin', async () => {
    const user = await here.logIn()
    const stranger = here.browser()
    for (const visitor of [stranger, user]) {
      const { status, headers } = await visitor.ask('/login', { method: 'DELETE', headers: foreign })
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
    }
    const logout = await user.get('/logout')
    expect([logout.status, logout.headers.get('allow')]).toEqual([405, 'POST'])
    expect(await user.isLoggedIn()).toBe(true)
  })

  test('then, for a change, a foreign origin 403, before the session', async () => {
    const user = await here.logIn()
    const stranger = here.browser()
    expect((await stranger.post('/sessions/revoke', {}, foreign)).status).toBe(403)
    expect((await user.post('/no/such/page', {}, foreign)).status).toBe(403)
  })

  test('… but not for what changes nothing', async () => {
    const user = await here.logIn()
    const stranger = here.browser()
    expect((await user.get('/', foreign)).status).toBe(200)
    expect(whereTo(await stranger.ask('/', { method: 'OPTIONS', headers: foreign }))).toEqual([303, '/login'])
  })

  test('then no session 303 or 401, before path and method are told', async () => {
    const stranger = here.browser()
    expect(whereTo(await stranger.ask('/session', { method: 'DELETE' }))).toEqual([303, '/login'])
    expect(whereTo(await stranger.get('/no/such/page'))).toEqual([303, '/login'])
  })

  test('then unknown path 404, wrong method 405, before the token', async () => {
    const user = await here.logIn()
    expect((await user.post('/no/such/page', { csrf: 'wrong' })).status).toBe(404)
    const { status, headers, body } = await user.post('/session', { csrf: 'wrong' })
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect(body).toContain('Method not allowed')
  })

  test('then wrong token 403', async () => {
    const user = await here.logIn()
    expect((await user.post('/sessions/revoke-others', { csrf: 'wrong' })).status).toBe(403)
  })
})
