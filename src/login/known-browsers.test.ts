import { beforeEach, describe, expect, test } from 'bun:test'
import { ServerSecret } from '../session/server-secret.ts'
import { KnownBrowsers } from './known-browsers.ts'

const DAY_MS = 24 * 3_600_000
const keys = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const

let clock: { now: number }
let browsers: KnownBrowsers
beforeEach(() => {
  clock = { now: Date.parse('2026-03-01T08:00:00Z') }
  browsers = new KnownBrowsers(new ServerSecret([keys[0]]), () => clock.now)
})

describe('12.2 B8 the cookie of a known browser', () => {
  test('names its user to us, and to no other reader', () => {
    const cookie = browsers.remember(undefined, 'admin')
    expect(browsers.find(cookie, 'admin')).toMatch(/^[\w-]{16}$/)
    expect(browsers.find(cookie, 'Admin')).toBeUndefined()
    expect(browsers.find(cookie, 'guest')).toBeUndefined()
    expect(cookie).not.toContain('admin')
    expect(Buffer.from(cookie, 'base64url').toString('latin1')).not.toContain('admin')
    const stranger = new KnownBrowsers(new ServerSecret([keys[1]]), () => clock.now)
    expect(stranger.find(cookie, 'admin')).toBeUndefined()
  })

  test('says the same of one user in no two browsers', () => {
    const [one, other] = [browsers.remember(undefined, 'admin'), browsers.remember(undefined, 'admin')]
    const parts = new Set([...one.split('.'), ...other.split('.')])
    // Only the time is the same.
    expect(parts.size).toBe(5)
  })

  test('is good for ninety days', () => {
    const cookie = browsers.remember(undefined, 'admin')
    clock.now += 90 * DAY_MS - 1_000
    expect(browsers.find(cookie, 'admin')).toBeDefined()
    clock.now += 1_000
    expect(browsers.find(cookie, 'admin')).toBeUndefined()
  })

  test('is signed: no changed character and no longer life passes', () => {
    const cookie = browsers.remember(undefined, 'admin')
    for (let at = 0; at < cookie.length; at++) {
      const changed = cookie.slice(0, at) + (cookie[at] === 'a' ? 'b' : 'a') + cookie.slice(at + 1)
      expect(browsers.find(changed, 'admin')).toBeUndefined()
    }
    const [id, , hash] = cookie.split('.')
    expect(browsers.find(`${id}.zzzzzzzz.${hash}`, 'admin')).toBeUndefined()
  })

  test('stays good while the secret is replaced', () => {
    const cookie = browsers.remember(undefined, 'admin')
    const next = new KnownBrowsers(new ServerSecret([keys[1], keys[0]]), () => clock.now)
    expect(next.find(cookie, 'admin')).toBeDefined()
  })

  test('gets a new id with each login', () => {
    const cookie = browsers.remember(undefined, 'admin')
    const again = browsers.remember(cookie, 'admin')
    expect(browsers.find(again, 'admin')).not.toBe(browsers.find(cookie, 'admin'))
    expect(again).toHaveLength(cookie.length)
  })

  test('remembers the four users who logged in last from this browser', () => {
    let cookie: string | undefined
    for (const username of ['one', 'two', 'three', 'four', 'five', 'two'])
      cookie = browsers.remember(cookie, username)
    const known = ['one', 'two', 'three', 'four', 'five'].filter((name) => browsers.find(cookie, name))
    expect(known).toEqual(['two', 'three', 'four', 'five'])
  })

  test.each([
    '',
    '~',
    'a.b.c',
    `${'A'.repeat(16)}.1.${'A'.repeat(43)}`,
    '~'.repeat(9_000),
    'x'.repeat(9_000),
    '\0',
  ])('is none when we did not write it: %j', (cookie) => {
    expect(browsers.find(cookie, 'admin')).toBeUndefined()
    expect(browsers.remember(cookie, 'admin').length).toBeLessThan(300)
  })

  test('12.1 a name too long for a user costs no hash', () => {
    expect(browsers.find(browsers.remember(undefined, 'admin'), 'a'.repeat(9_000))).toBeUndefined()
  })
})
