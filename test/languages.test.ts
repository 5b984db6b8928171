import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { languages } from '../src/web/texts/languages.ts'
import { asRead } from './support/browser.ts'
import { type ListeningService, startListening } from './support/listening-service.ts'

let server: ListeningService
beforeAll(async () => {
  server = await startListening()
})
afterAll(() => server.stop())

describe('languages', () => {
  test('a visitor is answered in the language that the browser asks for, and the answer says so', async () => {
    const answer = await server.fetch('/login', {
      headers: { 'Accept-Language': 'fr, de-CH;q=0.8, en;q=0.5' },
    })
    expect(answer.headers.get('content-language')).toBe('de')
    expect(answer.headers.get('vary')).toContain('Accept-Language')
    expect(await answer.text()).toContain('<html lang="de" dir="ltr"')
  })

  test('the language that was chosen wins over the browser', async () => {
    const headers = { 'Accept-Language': 'de', Cookie: 'language=sv' }
    const answer = await server.fetch('/login', { headers })
    expect(answer.headers.get('content-language')).toBe('sv')
    expect(await answer.text()).toContain('<title>Logga in</title>')
  })

  test('two language cookies that differ are no choice', async () => {
    const answer = await server.fetch('/login', { headers: { Cookie: 'language=sv; language=de' } })
    expect(answer.headers.get('content-language')).toBe('en')
  })

  test.each(languages)('a refused login is refused in $name', async ({ code, text }) => {
    const answer = await server.fetch('/login', {
      method: 'POST',
      body: new URLSearchParams({ username: 'admin', password: 'wrong' }),
      headers: { 'Accept-Language': code },
    })
    expect(answer.status).toBe(200)
    expect(asRead(await answer.text())).toContain(text.errors['wrong-credentials'])
  })

  test('fragments are in the language of their page, and count for what they are', async () => {
    const visitor = await server.logIn()
    const headers = { 'Accept-Language': 'de', 'HX-Request': 'true' }
    const answer = await server.visit('/interfaces/table', visitor, headers)
    expect(answer.headers.get('content-language')).toBe('de')
    expect(answer.headers.get('vary')).toMatch(/HX-Request.*Accept-Language/)
    expect(await answer.text()).toMatch(/Empfangen.*\d,\d\d?\sGB/su)
  })
})
