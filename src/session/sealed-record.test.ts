import { describe, expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { hours, type SessionsUnderTest, startSessions } from '../../test/support/sessions.ts'
import { type SealBinding, seal, unseal } from './sealed-record.ts'
import { newToken, ServerSecret } from './server-secret.ts'
import type { SessionRecord } from './session-store.ts'

const secret = ServerSecret.random()

function newBinding(changes: Partial<SealBinding> = {}): SealBinding {
  const token = newToken()
  const head = { key: secret.storeKey(token), owner: 'owner', id: 'id', createdAt: 1 }
  return { secret, token, head, purpose: 'password', ...changes }
}

describe('a seal', () => {
  test('P2 opens for the same token, secret, record and purpose', () => {
    const binding = newBinding()
    for (const text of ['', 'pässword ✓', '\u0080\u0000', 'p'.repeat(10_000)])
      expect(unseal(seal(text, binding), binding)).toBe(text)
  })

  test('P2 opens for no other token, secret, record or purpose', () => {
    const binding = newBinding()
    const { head } = binding
    const sealed = seal('canary', binding)
    const others: Partial<SealBinding>[] = [
      { token: newToken() },
      { secret: ServerSecret.random() },
      { head: { ...head, key: secret.storeKey(newToken()) } },
      { head: { ...head, owner: 'another' } },
      { head: { ...head, id: 'another' } },
      { head: { ...head, createdAt: 2 } },
      { purpose: 'session' },
      { beside: new Uint8Array(1) },
    ]
    for (const other of others) expect(unseal(sealed, { ...binding, ...other })).toBeUndefined()
  })

  test('P2 has no byte that can be flipped or left out', () => {
    const binding = newBinding()
    const sealed = seal('canary', binding)
    for (let place = 0; place < sealed.length; place++) {
      const flipped = sealed.map((byte, at) => (at === place ? byte ^ 1 : byte))
      expect(unseal(flipped, binding)).toBeUndefined()
      expect(unseal(sealed.subarray(0, place), binding)).toBeUndefined()
    }
  })

  test('P2 of the same text has a fresh nonce each time, after a version byte', () => {
    const binding = newBinding()
    const seals = Array.from({ length: 1_000 }, () => seal('canary', binding))
    expect(new Set(seals.map((bytes) => Buffer.from(bytes.subarray(1, 13)).toString('hex'))).size).toBe(1_000)
    expect(new Set(seals.map(([version]) => version))).toEqual(new Set([2]))
  })

  test('P2 shows neither the text nor its base64', () => {
    const sealed = Buffer.from(seal('canary-password', newBinding())).toString('latin1')
    expect(sealed).not.toContain('canary')
    expect(sealed).not.toContain(btoa('canary-password').slice(0, 12))
  })
})

test('P2 12.12 records of users with passwords of different lengths are equally long', async () => {
  const under = startSessions()
  const lengths = new Set<string>()
  for (const password of ['p', 'a password of usual length', 'ü'.repeat(63), 'p'.repeat(127)]) {
    const token = await under.open('admin', password)
    const record = await under.record(token)
    lengths.add(`${record.sealedPassword.length} ${record.sealedSession.length}`)
  }
  expect([...lengths]).toHaveLength(1)
})

/** What somebody who can write to the store does to the record behind a token. */
async function tamper(
  under: SessionsUnderTest,
  token: string,
  change: (record: SessionRecord) => Partial<SessionRecord>,
): Promise<void> {
  const record = await under.record(token)
  await under.store.delete(record.key)
  await under.store.insert({ ...record, ...change(record) }, { perOwner: 100, total: 10_000 })
}

const attacks: Record<string, (record: SessionRecord) => Partial<SessionRecord>> = {
  'another owner': () => ({ owner: randomBytes(32).toString('base64url') }),
  'a later start': ({ createdAt }) => ({ createdAt: createdAt + hours(6) }),
  'another id': () => ({ id: randomBytes(9).toString('base64url') }),
  'a flipped byte': ({ sealedSession }) => ({
    sealedSession: sealedSession.map((byte, at) => (at === 40 ? byte ^ 1 : byte)),
  }),
  'a flipped byte in the password’s seal': ({ sealedPassword }) => ({
    sealedPassword: sealedPassword.map((byte, at) => (at === 20 ? byte ^ 1 : byte)),
  }),
  'a last use that is no time': () => ({ lastSeenAt: Number.NaN }),
  'a last use beyond all dates': () => ({ lastSeenAt: Number.POSITIVE_INFINITY }),
  'an idle limit that is no time': () => ({ idleMs: Number.NaN }),
  'nothing sealed': () => ({ sealedSession: new Uint8Array() }),
  'the password’s seal in the place of the session’s': ({ sealedPassword }) => ({
    sealedSession: sealedPassword,
  }),
}

describe('a record that was written by somebody else', () => {
  test.each(Object.entries(attacks))('P2 with %s is no session, and a warning', async (_, change) => {
    const under = startSessions()
    const token = await under.open()
    await tamper(under, token, change)
    expect(await under.sessions.find(token)).toBeUndefined()
    expect(under.log.of('session.tampered')).toEqual([{ session: expect.any(String) }])
  })

  test('P2 with the contents, or only the password, of another user’s record is no session', async () => {
    const under = startSessions()
    const [mine, alsoMine] = [await under.open('admin'), await under.open('admin')]
    const theirs = await under.record(await under.open('guest'))
    await tamper(under, mine, ({ key }) => ({ ...theirs, key }))
    await tamper(under, alsoMine, () => ({ sealedPassword: theirs.sealedPassword }))
    for (const token of [mine, alsoMine]) expect(await under.sessions.find(token)).toBeUndefined()
    expect(under.log.of('session.tampered')).toHaveLength(2)
  })

  test.each([Number.POSITIVE_INFINITY, 8.64e15])(
    'P2 from the time %p does not break the user’s list of sessions',
    async (time) => {
      const under = startSessions()
      const [mine, broken] = [await under.open(), await under.open()]
      await tamper(under, broken, () => ({ createdAt: time, lastSeenAt: time }))
      const session = await under.live(mine)
      expect((await under.sessions.list(session.username)).map(({ id }) => id)).toEqual([session.id])
    },
  )

  test('P2 S6 cannot live longer than the session’s absolute end', async () => {
    const under = startSessions()
    const token = await under.open()
    const ever = under.clock.now + hours(1_000)
    await tamper(under, token, () => ({ lastSeenAt: ever, idleMs: hours(1_000), expiresAt: ever }))
    expect((await under.live(token)).username).toBe('admin')
    under.clock.now += hours(12)
    expect(await under.sessions.find(token)).toBeUndefined()
  })
})

test('P5 a session shows no token when it is printed', async () => {
  const under = startSessions()
  const token = await under.open()
  const session = await under.live(token)
  for (const printed of [Bun.inspect(session), JSON.stringify(session), Bun.inspect({ session })]) {
    expect(printed).toContain('[redacted]')
    expect(printed).not.toContain(token)
    expect(printed).not.toContain(session.csrfToken)
    expect(printed).not.toContain('canary-password')
  }
})
