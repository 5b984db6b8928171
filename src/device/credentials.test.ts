import { expect, test } from 'bun:test'
import { inspect } from 'node:util'
import { Credentials } from './credentials.ts'

test('P5: printing credentials, as JSON or to a console, never shows the password', () => {
  const credentials = new Credentials('admin', 'canary-password')
  const prints = [
    JSON.stringify({ credentials }),
    inspect({ credentials }, { showHidden: true, depth: 9 }),
    `${credentials}`,
  ]
  for (const print of prints) expect(print).not.toContain('canary-password')
  expect(credentials.revealPassword()).toBe('canary-password')
})

test('I6: a colon or a control character in the name, or a control character in the password, cannot travel', () => {
  for (const [username, password] of [
    ['admin:x', 'good'],
    ['ad\0min', 'p'],
    ['admin\n', 'p'],
    ['admin', 'pw\0junk'],
    ['admin', 'p\u0085'],
  ]) {
    expect(new Credentials(username ?? '', password ?? '').canTravel).toBe(false)
  }
})

test('a colon in the password, blanks and any script travel', () => {
  for (const [username, password] of [
    ['admin', 'a:b:c'],
    [' admin ', ' p '],
    ['jörg', 'Ünïcødé 密码 🔑'],
  ]) {
    expect(new Credentials(username ?? '', password ?? '').canTravel).toBe(true)
  }
})
