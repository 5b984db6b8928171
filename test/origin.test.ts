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
})
