import { describe, expect, test } from 'bun:test'
import { Hono } from 'hono'
import { trustedProxies } from './proxies.ts'
import type { Scope } from './scope.ts'

/** What we make of a request from this peer with these headers. */
async function seen(
  peer: string | undefined,
  headers: Record<string, string>,
  trusted = ['127.0.0.0/8', '::1', 'unix'],
) {
  const proxies = trustedProxies(trusted)
  const app = new Hono<Scope>().get('*', (c) =>
    c.json({ isSecure: proxies.isSecure(c), address: proxies.clientAddress(c) }),
  )
  const answer = await app.request('/', { headers }, { peer, tls: false })
  return (await answer.json()) as { isSecure: boolean; address?: string }
}

const https = { 'X-Forwarded-Proto': 'https' }

describe('H1 a secure request', () => {
  test.each([
    ['127.0.0.1', https, true],
    ['::1', https, true],
    ['::ffff:127.0.0.1', https, true],
    [undefined, https, true],
    ['127.0.0.1', { 'X-Forwarded-Proto': 'HTTPS, https' }, true],
    ['127.0.0.1', { 'X-Forwarded-Proto': 'https, http' }, false],
    ['127.0.0.1', { 'X-Forwarded-Proto': 'http, https' }, false],
    ['127.0.0.1', { 'X-Forwarded-Proto': '' }, false],
    ['127.0.0.1', { 'X-Forwarded-Proto': 'httpsx' }, false],
    ['127.0.0.1', { Forwarded: 'proto=https' }, false],
    ['127.0.0.1', {}, false],
    ['192.0.2.1', https, false],
  ])('from %p with %j: %p', async (peer, headers: Record<string, string>, expected) => {
    expect((await seen(peer, headers)).isSecure).toBe(expected)
  })

  test('behind a unix socket that is not trusted it is none', async () => {
    expect((await seen(undefined, https, [])).isSecure).toBe(false)
  })

  test('`none` trusts no proxy', async () => {
    expect((await seen('127.0.0.1', https, [])).isSecure).toBe(false)
  })
})

describe('B5 the client’s address', () => {
  test.each([
    ['192.0.2.1', {}, '192.0.2.1'],
    ['192.0.2.1', { 'X-Forwarded-For': '198.51.100.7' }, '192.0.2.1'],
    ['::ffff:192.0.2.1', {}, '192.0.2.1'],
    [undefined, { 'X-Forwarded-For': '198.51.100.7' }, '198.51.100.7'],
    [undefined, {}, undefined],
  ])('from %p with %j: %p', async (peer, headers: Record<string, string>, expected) => {
    expect((await seen(peer, headers)).address).toBe(expected as string)
  })

  test.each([
    'unknown',
    'fe80::1%eth0',
    'a'.repeat(5000),
    ',,,',
    '_hidden',
    '1.2.3.4.5',
    '::ffff:999.1.1.1',
    '::ffff:1.2.3.4%eth0',
  ])('a hop that makes no sense breaks nothing: %.20s', async (hop) => {
    const { address } = await seen('127.0.0.1', { 'X-Forwarded-For': `198.51.100.7, ${hop}` })
    expect(address).toBeString()
  })

  test('12.1 B9 of thousands of hops only the last ones are read', async () => {
    const claimed = `192.0.2.1, ${'::1,'.repeat(3_900)}`
    expect((await seen('127.0.0.1', { 'X-Forwarded-For': claimed })).address).toBe('::1')
  })
})
