import { describe, expect, test } from 'bun:test'
import { type Browser, whereTo } from './support/browser.ts'
import { oneService } from './support/service.ts'

const here = oneService()

describe('GET /sessions and its changes', () => {
  test('lists the user’s own sessions, and those of no other user', async () => {
    const user = await here.logIn()
    const [other, guest] = [await here.logIn(), await here.logIn('guest')]
    const { body } = await user.get('/sessions')
    expect(body).toContain(`name="id" value="${(await other.session()).id}"`)
    expect(body).not.toContain((await guest.session()).id)
  })

  test('POST /sessions/revoke: 303 to /sessions, and that session is over', async () => {
    const user = await here.logIn()
    const other = await here.logIn()
    const { id } = await other.session()
    expect(whereTo(await revoke(user, id))).toEqual([303, '/sessions'])
    expect(await other.isLoggedIn()).toBe(false)
    expect(await user.isLoggedIn()).toBe(true)
  })

  test('POST /sessions/revoke: another user’s id and an unknown id are the same 404', async () => {
    const user = await here.logIn()
    const guest = await here.logIn('guest')
    const foreign = await revoke(user, (await guest.session()).id)
    const unknown = await revoke(user, 'AAAAAAAAAAAA')
    expect([foreign.status, unknown.status]).toEqual([404, 404])
    expect(foreign.body).toBe(unknown.body)
    expect(await guest.isLoggedIn()).toBe(true)
  })

  test('POST /sessions/revoke with the id of this session is a logout', async () => {
    const user = await here.logIn()
    expect(whereTo(await revoke(user, (await user.session()).id))).toEqual([303, '/login'])
    expect(user.jar.get('session')).toBeUndefined()
  })

  test('POST /sessions/revoke-others: 303 to /sessions, and only this one is left', async () => {
    const user = await here.logIn()
    const other = await here.logIn()
    const csrf = user.jar.get('csrf') ?? ''
    expect(whereTo(await user.post('/sessions/revoke-others', { csrf }))).toEqual([303, '/sessions'])
    expect([await user.isLoggedIn(), await other.isLoggedIn()]).toEqual([true, false])
  })
})

const revoke = (user: Browser, id: string) =>
  user.post('/sessions/revoke', { csrf: user.jar.get('csrf') ?? '', id })
