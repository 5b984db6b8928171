import { expect, test } from 'bun:test'
import { logInto } from './log.ts'

function collect(logFormat: 'json' | 'pretty') {
  const lines: string[] = []
  const write = (line: string) => void lines.push(line)
  return { lines, log: logInto({ logLevel: 'debug', logFormat }, { write }) }
}

/** Each of these could end a line, hide part of it, reverse it or control a terminal. */
const HOSTILE = 'a\r\nb\u001b[2J\u007f\u009b31m\u2028\u2029\u202e\u2066\u061c\u200b\ufeff\u{e0041}'

test.each(['json', 'pretty'] as const)('L1 in %s, hostile text cannot change how a line looks', (format) => {
  const { lines, log } = collect(format)
  log.warn('login.refused', { username: HOSTILE, error: new Error(HOSTILE, { cause: HOSTILE }) })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toEndWith('\n')
  expect(lines[0]?.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
})

test('L1 escaped text can be read back from the JSON', () => {
  const { lines, log } = collect('json')
  log.info('login.refused', { username: HOSTILE })
  expect(JSON.parse(lines[0] ?? '').username).toBe(HOSTILE)
})

test('L1 a field is cut at 256 bytes, between characters', () => {
  const { lines, log } = collect('json')
  log.info('login.refused', { username: `x${'é'.repeat(500)}`, path: '/'.repeat(300) })
  const { username, path } = JSON.parse(lines[0] ?? '')
  expect(username).toBe(`x${'é'.repeat(127)}…`)
  expect(path).toBe(`${'/'.repeat(256)}…`)
})

test('L1 an error is cut, however many lines its message has', () => {
  const { lines, log } = collect('json')
  log.error('request.failed', { error: new Error(`${'x'.repeat(9_000)}\n`.repeat(20)) })
  expect(Buffer.byteLength(lines[0] ?? '')).toBeLessThan(5_000)
})

test('L1 the time is UTC', () => {
  const { lines, log } = collect('json')
  log.info('service.started')
  expect(JSON.parse(lines[0] ?? '').time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

test('R10 anything thrown can be logged: an error that is its own cause, an object without a prototype', () => {
  const { lines, log } = collect('json')
  const ownCause = new Error('round and round')
  ownCause.cause = ownCause
  log.error('hook.failed', { error: ownCause })
  log.error('hook.failed', { error: Object.assign(Object.create(null), { status: 500 }) })
  expect(lines[0]).toContain('round and round')
  expect(lines[1]).toContain('status: 500')
})
