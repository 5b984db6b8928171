import { randomBytes } from 'node:crypto'
import type { Credentials } from '../device/credentials.ts'
import type { Features } from '../features/features.ts'
import type { OpenedSeals } from './opened-seals.ts'
import { seal, unseal } from './sealed-record.ts'
import type { ServerSecret } from './server-secret.ts'
import { Session, type SessionContents } from './session.ts'
import type { SessionLimits } from './session-limits.ts'
import type { RecordTimes, SessionRecord } from './session-store.ts'
import { storeKey } from './token.ts'

/** What a new session is made of. */
export interface Newcomer {
  readonly credentials: Credentials
  readonly features: Features
  /** Where from and with what, for the user's own list of sessions. */
  readonly address: string
  readonly browser: string
}

interface Bound {
  readonly secret: ServerSecret
  readonly token: string
}

/** The sealed halves of a new session's record, and what stands outside of them. */
export function sealRecord(
  { credentials, features, address, browser }: Newcomer,
  { csrfToken, createdAt, endsAt }: Pick<SessionContents, 'csrfToken' | 'createdAt' | 'endsAt'>,
  { secret, token }: Bound,
): Omit<SessionRecord, keyof RecordTimes> {
  const { username } = credentials
  const key = storeKey(token)
  const id = randomBytes(9).toString('base64url')
  const [owner] = secret.hashes('owner', username)
  const contents: SessionContents = { username, csrfToken, features, owner, id, createdAt, endsAt }
  const bound = { secret, token, key }
  const sealedPassword = seal(credentials.revealPassword(), { ...bound, purpose: 'password' })
  return {
    key,
    owner,
    id,
    createdAt,
    address,
    browser,
    sealedSession: seal(JSON.stringify(contents), { ...bound, purpose: 'session', beside: sealedPassword }),
    sealedPassword,
  }
}

/**
 * The session in a record, or undefined when the record is not what we sealed. Owner, id and times are compared
 * with those inside the seal, so that whoever can write to the store can neither lengthen nor reassign a session.
 */
export function openRecord(
  record: SessionRecord,
  token: string,
  { secret, limits, seals }: { secret: ServerSecret; limits: SessionLimits; seals: OpenedSeals },
): Session | undefined {
  if (!hasRealTimes(record)) return undefined
  const contents = seals.contentsOf(record, () => openContents(record, token, secret))
  if (!contents || !standsInside(record, contents)) return undefined
  const endsAt = Math.min(contents.endsAt, contents.createdAt + limits.absoluteMs)
  const idleMs = Math.min(record.idleMs, limits.idleMs)
  return new Session(token, { ...record, idleMs }, { ...contents, endsAt })
}

function openContents(
  record: SessionRecord,
  token: string,
  secret: ServerSecret,
): SessionContents | undefined {
  const { key, sealedPassword: beside } = record
  const text = unseal(record.sealedSession, { secret, token, key, purpose: 'session', beside })
  return text === undefined ? undefined : parseContents(text)
}

/** No comparison with NaN is true, the one with the session's end neither; and two of these together are still a date. */
export function hasRealTimes({ createdAt, lastSeenAt, idleMs }: SessionRecord): boolean {
  return [createdAt, lastSeenAt, idleMs].every((time) => Math.abs(time) <= 8.64e15 / 2)
}

export function openPassword({ record, token }: Session, secret: ServerSecret): string | undefined {
  return unseal(record.sealedPassword, { secret, token, key: record.key, purpose: 'password' })
}

function standsInside({ owner, id, createdAt }: SessionRecord, contents: SessionContents): boolean {
  return owner === contents.owner && id === contents.id && createdAt === contents.createdAt
}

/** The seal vouches for the contents; what is checked is that this version of us wrote them. */
function parseContents(text: string): SessionContents | undefined {
  const contents: unknown = JSON.parse(text)
  return isContents(contents) ? contents : undefined
}

function isContents(value: unknown): value is SessionContents {
  if (typeof value !== 'object' || value === null) return false
  const { username, csrfToken, features, owner, id, createdAt, endsAt }: Partial<Unread> = value
  const texts = [username, csrfToken, owner, id]
  return (
    texts.every((text) => typeof text === 'string') &&
    [createdAt, endsAt].every((time) => typeof time === 'number') &&
    typeof features === 'object' &&
    features !== null &&
    Object.values(features).every((isOn) => typeof isOn === 'boolean')
  )
}

type Unread = Record<keyof SessionContents, unknown>
