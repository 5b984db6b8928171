import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type ListeningService, startListening } from './support/listening-service.ts'

let server: ListeningService
beforeAll(async () => {
  server = await startListening()
})
afterAll(() => server.stop())

describe('preferences', () => {
  test('a theme is kept in a cookie, and the next page is drawn in it', async () => {
    const answer = await choose({ theme: 'dark' }, '/login')
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/login')
    expect(answer.headers.getSetCookie()).toEqual([
      'theme=dark; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax',
    ])

    const page = await fetch(url('/login'), { headers: { cookie: 'theme=dark' } })
    expect(await page.text()).toContain('data-theme="dark"')
  })

  test('a language is kept too, and both at once', async () => {
    const answer = await choose({ theme: 'auto', language: 'en' }, '/')
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
    expect(cookies).toEqual(['theme=auto', 'language=en'])
  })

  test.each([
    { theme: 'pink' },
    { theme: '' },
    { language: 'tlh' },
    { theme: 'dark', language: '__proto__' },
  ])('%p is none of ours, and nothing is kept', async (fields) => {
    const answer = await choose(fields, '/login')
    expect(answer.status).toBe(400)
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test.each([
    '//evil.example',
    '/\\evil.example',
    '/%09/evil.example',
    '/%2f%2fevil.example',
    '/login?next=//evil.example',
    '',
  ])('H4 the way back leads to no other site when the page before was %p', async (path) => {
    const answer = await choose({ theme: 'dark' }, path)
    expect(['/', '/login']).toContain(answer.headers.get('location') ?? '')
  })

  test('a form of another site is refused', async () => {
    const answer = await choose({ theme: 'dark' }, '/login', { origin: 'http://evil.example' })
    expect(answer.status).toBe(403)
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test('a change with a session needs its token', async () => {
    const { session, csrf } = await server.logIn()
    const headers = { cookie: `session=${session}` }
    expect((await choose({ theme: 'dark' }, '/', headers)).status).toBe(403)
    expect((await choose({ theme: 'dark', csrf }, '/', headers)).status).toBe(303)
  })
})

function url(path: string): string {
  return `http://${server.host}${path}`
}

function choose(fields: Record<string, string>, from: string, headers: Record<string, string> = {}) {
  return fetch(url('/preferences'), {
    method: 'POST',
    redirect: 'manual',
    headers: { referer: url(from), ...headers },
    body: new URLSearchParams(fields),
  })
}
