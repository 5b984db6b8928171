import { describe, expect, test } from 'bun:test'
import { oneService } from './support/service.ts'

const here = oneService()
const htmx = { 'HX-Request': 'true' }

describe('Redirect behaviour (login and logout)', () => {
  test('HX-Request equals "true", login: response header HX-Redirect set to the target path; no HTTP redirect status', async () => {
    const { status, headers, body } = await here.browser().logIn('admin', 'admin', htmx)
    expect([status, headers.get('hx-redirect'), headers.get('location'), body]).toEqual([200, '/', null, ''])
  })

  test('HX-Request equals "true", login: the cookies are set as ever', async () => {
    const user = here.browser()
    await user.logIn('admin', 'admin', htmx)
    expect(user.jar.names).toEqual(['csrf', 'known', 'session'])
    expect(await user.isLoggedIn()).toBe(true)
  })

  test('HX-Request equals "true", logout: response header HX-Redirect set to the target path; no HTTP redirect status', async () => {
    const user = await here.logIn()
    const { status, headers, body } = await user.logOut(htmx)
    expect([status, headers.get('hx-redirect'), headers.get('location'), body]).toEqual([
      200,
      '/login',
      null,
      '',
    ])
    expect(user.jar.get('session')).toBeUndefined()
  })

  test.each([
    ['no such header', {}],
    ['HX-Request: false', { 'HX-Request': 'false' }],
    ['HX-Request: 1', { 'HX-Request': '1' }],
    ['another header of htmx', { 'HX-Boosted': 'true' }],
  ])(
    'any other request (%s): HTTP 303 See Other with the target path as the redirect location',
    async (_, headers) => {
      const user = here.browser()
      const welcome = await user.logIn('admin', 'admin', headers)
      expect([welcome.status, welcome.headers.get('location'), welcome.headers.get('hx-redirect')]).toEqual([
        303,
        '/',
        null,
      ])
      const farewell = await user.logOut(headers)
      expect([
        farewell.status,
        farewell.headers.get('location'),
        farewell.headers.get('hx-redirect'),
      ]).toEqual([303, '/login', null])
    },
  )
})
