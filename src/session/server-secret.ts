import { createHmac, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { inspect } from 'node:util'
import type { Clock } from './session.ts'

const KEY_BYTES = 32

/**
 * The server's keys: the first one seals and signs, all of them open and check. All that is made with them is bound to one
 * device: with the same secret and store, the session of another device is unknown. It refuses to be printed.
 */
export class ServerSecret {
  readonly #keys: readonly Buffer[]
  readonly #device: string

  constructor(keys: readonly Buffer[], device = '') {
    if (keys.length === 0)
      throw new Error('the session secret holds no key; openssl rand -base64 32 makes one')
    if (keys.some((key) => key.length < KEY_BYTES)) {
      throw new Error(`each key of the session secret needs at least ${KEY_BYTES} bytes (256 bits)`)
    }
    this.#keys = keys
    this.#device = device
  }

  /** A secret that lasts as long as the process, which is enough for sessions in memory. */
  static random(): ServerSecret {
    return new ServerSecret([randomBytes(KEY_BYTES)])
  }

  /** One base64 key a line. */
  static parse(text: string, device?: string): ServerSecret {
    const lines = text.split('\n').map((line) => line.trim())
    return new ServerSecret(lines.filter(Boolean).map(decodeKey), device)
  }

  /** A session's key in a store: enough to find its record, not enough to use the session. */
  storeKey(token: string): string {
    return hash('sha256', `${token} ${this.#device}`, 'base64url')
  }

  /** Keys for one purpose and, where given, one token; the key to seal with comes first. */
  keysFor(purpose: string, token = ''): readonly [Buffer, ...Buffer[]] {
    const [first, ...others] = this.#keys.map((key) => this.#derive(key, purpose, token))
    if (!first) throw new TypeError('a server secret has at least one key')
    return [first, ...others]
  }

  /** Keyed hashes of a text for one purpose, the current one first. */
  hashes(purpose: string, text: string): readonly [string, ...string[]] {
    const [first, ...others] = this.keysFor(purpose)
    return [keyedHash(first, text), ...others.map((key) => keyedHash(key, text))]
  }

  /** Hashes texts for one purpose, with the current key. */
  hasher(purpose: string): (text: string) => string {
    return (text) => this.hashes(purpose, text)[0]
  }

  toJSON() {
    return '[redacted]'
  }

  [inspect.custom]() {
    return 'ServerSecret([redacted])'
  }

  #derive(key: Buffer, purpose: string, token: string): Buffer {
    const material = token ? Buffer.concat([Buffer.from(token, 'base64url'), key]) : key
    return Buffer.from(hkdfSync('sha256', material, this.#device, `portico ${purpose}`, KEY_BYTES))
  }
}

function decodeKey(line: string, index: number): Buffer {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(line))
    throw new Error(
      `key ${index + 1} of the session secret is not base64; is this the right file? openssl rand -base64 32 makes a key`,
    )
  return Buffer.from(line, 'base64')
}

function keyedHash(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** 256 random bits, safe in a cookie. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** True for what {@link newToken} could have made; anything else never reaches a store. */
export function looksLikeToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text)
}

/** Compares two tokens in constant time, whatever their contents and lengths. */
export function sameToken(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b))
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

const MINUTE_MS = 60_000

/**
 * Makes and recognises request-forgery tokens, `<random>.<signature>`. A session's own token is signed too, so that the
 * login page of a session that has ended can still be used to log in.
 */
export class CsrfTokens {
  readonly #keys: readonly [Buffer, ...Buffer[]]
  readonly #now: Clock
  #visitors = { token: '', until: Number.NEGATIVE_INFINITY }

  constructor(secret: ServerSecret, now: Clock) {
    this.#keys = secret.keysFor('csrf')
    this.#now = now
  }

  /** A token for one session. */
  fresh(): string {
    const random = randomBytes(32).toString('base64url')
    return `${random}.${keyedHash(this.#keys[0], random)}`
  }

  /** The token for visitors without a session: the same for all within a minute, valid without limit. */
  forVisitors(): string {
    if (this.#now() >= this.#visitors.until) {
      this.#visitors = { token: this.fresh(), until: this.#now() + MINUTE_MS }
    }
    return this.#visitors.token
  }

  /** True when this server, or one that shares its secret, made the token. */
  isOurs(token: string): boolean {
    const [random = '', signature = '', ...more] = token.split('.')
    return more.length === 0 && this.#keys.some((key) => sameToken(signature, keyedHash(key, random)))
  }
}
