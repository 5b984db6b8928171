import { expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { hours, type SessionsUnderTest, startSessions } from '../../test/support/sessions.ts'
import type { SessionRecord } from './session-store.ts'
import { storeKey } from './token.ts'

const roomy = { perOwner: 100, total: 10_000 }

/** What one who can write to the store does to the record behind a token. */
async function tamper(
  { store }: SessionsUnderTest,
  token: string,
  change: (record: SessionRecord) => Partial<SessionRecord>,
): Promise<void> {
  const record = await store.find(storeKey(token))
  if (!record) throw new Error('there is no such record')
  await store.delete(record.key)
  await store.insert({ ...record, ...change(record) }, roomy)
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

test.each(Object.entries(attacks))('P2 a record with %s is no session, and a warning', async (_, change) => {
  const under = startSessions()
  const token = await under.open()
  await tamper(under, token, change)
  expect(await under.sessions.find(token)).toBeUndefined()
  expect(under.log.of('session.tampered')).toEqual([{ session: expect.any(String) }])
})

test('P2 two records swapped are two sessions less', async () => {
  const under = startSessions()
  const [mine, theirs] = [await under.open('admin'), await under.open('guest')]
  const theirRecord = await under.store.find(storeKey(theirs))
  if (!theirRecord) throw new Error('there is no such record')
  await tamper(under, mine, ({ key }) => ({ ...theirRecord, key }))
  expect(await under.sessions.find(mine)).toBeUndefined()
  expect(under.log.of('session.tampered')).toHaveLength(1)
})

test('P2 a password from another record makes it no session: no call is made with it', async () => {
  const under = startSessions()
  const [mine, theirs] = [await under.open('admin'), await under.open('guest')]
  const theirRecord = await under.store.find(storeKey(theirs))
  await tamper(under, mine, () => ({ sealedPassword: theirRecord?.sealedPassword ?? new Uint8Array() }))
  expect(await under.sessions.find(mine)).toBeUndefined()
  expect(under.log.of('session.tampered')).toHaveLength(1)
})

test.each([Number.POSITIVE_INFINITY, 8.64e15])(
  'P2 a record that is no record, from the time %p, breaks nobody’s list of sessions',
  async (time) => {
    const under = startSessions()
    const [mine, broken] = [await under.open(), await under.open()]
    await tamper(under, broken, () => ({ createdAt: time, lastSeenAt: time }))
    const session = await under.sessions.find(mine)
    expect(session && (await under.sessions.list(session)).map(({ id }) => id)).toEqual([session?.id ?? ''])
  },
)

test('P2 S6 no time written into the store lengthens a session beyond its absolute end', async () => {
  const under = startSessions()
  const token = await under.open()
  const ever = under.clock.now + hours(1_000)
  await tamper(under, token, () => ({ lastSeenAt: ever, idleMs: hours(1_000), expiresAt: ever }))
  expect((await under.sessions.find(token))?.username).toBe('admin')
  under.clock.now += hours(12)
  expect(await under.sessions.find(token)).toBeUndefined()
})

test('P5 a session shows no token when it is printed', async () => {
  const under = startSessions()
  const token = await under.open()
  const session = await under.sessions.find(token)
  if (!session) throw new Error('the session is not alive')
  for (const printed of [Bun.inspect(session), JSON.stringify(session), Bun.inspect({ session })]) {
    expect(printed).toContain('[redacted]')
    expect(printed).not.toContain(token)
    expect(printed).not.toContain(session.csrfToken)
    expect(printed).not.toContain('canary-password')
  }
})
