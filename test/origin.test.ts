import { describe, expect, test } from 'bun:test'
import { oneService } from './support/service.ts'

const here = oneService()
const good = { username: 'admin', password: 'admin' }

describe('Origin', () => {
  const judged = async (headers: Record<string, string>) => {
    const answer = await here.browser().ask('/login', {
      method: 'POST',
      body: new URLSearchParams(good).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    })
    return answer.status === 303 ? 'own' : 'foreign'
  }

  test.each([
    ['Sec-Fetch-Site: same-origin settles it', { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' }],
    ['Sec-Fetch-Site: none', { 'Sec-Fetch-Site': 'none' }],
    ['Origin is this scheme, host and port', { Origin: 'http://portico.local' }],
    ['no Origin, and Referer is', { Referer: 'http://portico.local/login?x' }],
    ['none of the three: not a browser', {}],
    ['https at a trusted proxy', { Origin: 'https://portico.local', 'X-Forwarded-Proto': 'https' }],
    ['a port of its own', { Origin: 'http://portico.local:8080', Host: 'portico.local:8080' }],
    ['the default port left out', { Origin: 'http://portico.local', Host: 'portico.local:80' }],
  ])('passes: %s', async (_, headers) => {
    expect(await judged(headers)).toBe('own')
  })

  test.each([
    ['X4 Sec-Fetch-Site: cross-site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://portico.local' }],
    ['X4 Sec-Fetch-Site: same-site', { 'Sec-Fetch-Site': 'same-site' }],
    ['X4 Sec-Fetch-Site is something new', { 'Sec-Fetch-Site': 'sibling' }],
    [
      'a browser’s none beside a foreign Origin',
      { 'Sec-Fetch-Site': 'none', Origin: 'https://evil.example' },
    ],
    ['X5 Origin: null', { Origin: 'null' }],
    ['X5 another host', { Origin: 'http://evil.example' }],
    ['X5 another scheme', { Origin: 'https://portico.local' }],
    ['X5 another port', { Origin: 'http://portico.local:8080' }],
    ['X5 a prefix', { Origin: 'http://portico.local.evil.example' }],
    ['X5 userinfo', { Origin: 'http://portico.local@evil.example' }],
    ['X5 two', { Origin: 'http://portico.local, http://evil.example' }],
    ['X5 a foreign Referer', { Referer: 'http://evil.example/http://portico.local/' }],
    ['X5 a Referer that is no address', { Referer: 'portico.local' }],
    ['X6 a forwarded host', { Origin: 'http://evil.example', 'X-Forwarded-Host': 'evil.example' }],
  ])('is foreign: %s', async (_, headers) => {
    expect(await judged(headers)).toBe('foreign')
  })
})
