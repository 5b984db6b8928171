import { afterEach, expect, test } from 'bun:test'
import { OpenedSeals } from './opened-seals.ts'
import type { SessionContents } from './session.ts'

const seals = new OpenedSeals()
afterEach(() => seals.stop())

const contents: SessionContents = {
  username: 'admin',
  csrfToken: 'token',
  features: {},
  owner: 'owner',
  id: 'id',
  createdAt: 0,
  endsAt: 1,
}

test('a seal is opened once while its session is in use', () => {
  expect(timesOpened(() => [look('a'), look('a'), look('a')])).toBe(1)
})

test('P2 bytes that have changed are opened anew, whichever half they are in', () => {
  expect(timesOpened(() => [look('a'), look('a', { session: 2 }), look('a', { password: 2 })])).toBe(3)
})

test('P2 what does not open is not remembered, and neither is it let in by what opened before', () => {
  look('a')
  const record = recordOf('a', { session: 9 })
  expect(seals.contentsOf(record, () => undefined)).toBeUndefined()
  expect(seals.contentsOf(record, () => undefined)).toBeUndefined()
})

test('P4 a session at rest is under its seal alone within two minutes; one in use stays open', () => {
  const opened = timesOpened(() => {
    look('in use')
    look('at rest')
    for (let minute = 0; minute < 2; minute++) {
      seals.age()
      look('in use')
    }
    look('at rest')
  })
  expect(opened).toBe(3)
})

test('more than a thousand are not remembered', () => {
  for (let n = 0; n < 1_000; n++) look(`${n}`)
  expect(timesOpened(() => [look('one more'), look('one more'), look('0')])).toBe(2)
})

let opened = 0

function timesOpened(looks: () => unknown): number {
  opened = 0
  looks()
  return opened
}

function look(
  key: string,
  halves: { session?: number; password?: number } = {},
): SessionContents | undefined {
  return seals.contentsOf(recordOf(key, halves), () => {
    opened++
    return contents
  })
}

function recordOf(key: string, { session = 1, password = 1 } = {}) {
  return { key, sealedSession: Uint8Array.of(session), sealedPassword: Uint8Array.of(password) }
}
