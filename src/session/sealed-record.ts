import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Credentials } from '../device/credentials.ts'
import type { Features } from '../features/features.ts'
import type { ServerSecret } from './server-secret.ts'
import { Session, type SessionContents, type SessionLimits } from './session.ts'
import type { RecordTimes, SessionRecord } from './session-store.ts'

/** What a new session is made of. */
export interface NewSession {
  readonly credentials: Credentials
  readonly features: Features
  /** Where from and with what, for the user's own list of sessions. */
  readonly address: string
  readonly browser: string
}

interface Sealing {
  readonly secret: ServerSecret
  readonly token: string
}

/** The sealed halves of a new session's record, and what stands outside of them. */
export function sealRecord(
  { credentials, features, address, browser }: NewSession,
  { csrfToken, createdAt, endsAt }: { csrfToken: string; createdAt: number; endsAt: number },
  { secret, token }: Sealing,
): Omit<SessionRecord, keyof RecordTimes> {
  const { username } = credentials
  const [owner] = secret.hashes('owner', username)
  const head = { key: secret.storeKey(token), owner, id: randomBytes(9).toString('base64url'), createdAt }
  const bound = { secret, token, head }
  const contents: SessionContents = { username, csrfToken, features, endsAt }
  const sealedPassword = seal(credentials.revealPassword(), { ...bound, purpose: 'password' })
  const sealedSession = seal(JSON.stringify(contents), {
    ...bound,
    purpose: 'session',
    beside: sealedPassword,
  })
  return { ...head, address, browser, sealedSession, sealedPassword }
}

/**
 * The session in a record, or undefined when the record is not what we sealed. Owner, id, start and the sealed password
 * are bound into the seal, and the end is under it: write access to the store neither lengthens nor reassigns a session.
 */
export function openRecord(
  record: SessionRecord,
  token: string,
  { secret, limits }: { secret: ServerSecret; limits: SessionLimits },
): Session | undefined {
  if (!hasRealTimes(record)) return undefined
  const bound = { secret, token, head: record, beside: record.sealedPassword }
  const text = unseal(record.sealedSession, { ...bound, purpose: 'session' })
  const contents = text === undefined ? undefined : parseContents(text)
  if (!contents) return undefined
  const endsAt = Math.min(contents.endsAt, record.createdAt + limits.absoluteMs)
  const idleMs = Math.min(record.idleMs, limits.idleMs)
  return new Session(token, { ...record, idleMs }, { ...contents, endsAt })
}

export function openPassword({ record, token }: Session, secret: ServerSecret): string | undefined {
  return unseal(record.sealedPassword, { secret, token, head: record, purpose: 'password' })
}

/**
 * Rejects NaN and times out of range: a comparison with NaN is always false, so the session would never expire. Half the
 * range of dates, so that the sum of two of them is still a date.
 */
export function hasRealTimes({ createdAt, lastSeenAt, idleMs }: SessionRecord): boolean {
  return [createdAt, lastSeenAt, idleMs].every((time) => Math.abs(time) <= 8.64e15 / 2)
}

/** The seal proves who wrote the contents; this checks that it was a version that wrote what we read. */
function parseContents(text: string): SessionContents | undefined {
  const contents: unknown = JSON.parse(text)
  return isContents(contents) ? contents : undefined
}

function isContents(value: unknown): value is SessionContents {
  if (typeof value !== 'object' || value === null) return false
  const { username, csrfToken, features, endsAt }: Partial<Record<keyof SessionContents, unknown>> = value
  return (
    typeof username === 'string' &&
    typeof csrfToken === 'string' &&
    typeof endsAt === 'number' &&
    typeof features === 'object' &&
    features !== null &&
    Object.values(features).every((isOn) => typeof isOn === 'boolean')
  )
}

/** So that a later version can tell what an earlier one sealed. */
const VERSION = 2
const NONCE = 12
const TAG = 16
const HEAD = 1 + NONCE + TAG
/** What is sealed is filled up to a multiple of this: a stolen store does not tell how long each password is. */
const BLOCK = 128
/** Where the text ends and the filling begins. */
const END_OF_TEXT = 0x80

/** What a sealed text is bound to: with any other, it does not open. */
export interface SealBinding extends Sealing {
  readonly head: Pick<SessionRecord, 'key' | 'owner' | 'id' | 'createdAt'>
  readonly purpose: 'session' | 'password'
  /** What the record holds next to it: exchanged for anything else, neither opens. */
  readonly beside?: Uint8Array
}

/** Seals with AES-256-GCM under HKDF(token ‖ server secret). */
export function seal(text: string, binding: SealBinding): Uint8Array {
  const [key] = binding.secret.keysFor(binding.purpose, binding.token)
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(associatedData(binding))
  const body = Buffer.concat([cipher.update(padded(text)), cipher.final()])
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body])
}

/** The sealed text, or undefined when the bytes were not sealed for this binding. */
export function unseal(bytes: Uint8Array, binding: SealBinding): string | undefined {
  if (bytes.length < HEAD || bytes[0] !== VERSION) return undefined
  const sealed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  for (const key of binding.secret.keysFor(binding.purpose, binding.token)) {
    const text = open(sealed, key, associatedData(binding))
    if (text) return text.toString('utf8', 0, text.lastIndexOf(END_OF_TEXT))
  }
  return undefined
}

function open(sealed: Buffer, key: Buffer, associated: Buffer): Buffer | undefined {
  try {
    const nonce = sealed.subarray(1, 1 + NONCE)
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG })
    decipher.setAAD(associated).setAuthTag(sealed.subarray(1 + NONCE, HEAD))
    return Buffer.concat([decipher.update(sealed.subarray(HEAD)), decipher.final()])
  } catch {
    return undefined
  }
}

function padded(text: string): Buffer {
  const { length } = Buffer.from(text)
  const bytes = Buffer.alloc(Math.ceil((length + 1) / BLOCK) * BLOCK)
  bytes.write(text)
  bytes[length] = END_OF_TEXT
  return bytes
}

function associatedData({ head, purpose, beside = new Uint8Array() }: SealBinding): Buffer {
  const { key, owner, id, createdAt } = head
  return Buffer.concat([Buffer.from(JSON.stringify([VERSION, purpose, key, owner, id, createdAt])), beside])
}
