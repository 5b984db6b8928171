import { createHmac, randomBytes } from 'node:crypto'
import type { ServerSecret } from './server-secret.ts'
import { sameToken } from './token.ts'

const MINUTE_MS = 60_000

/**
 * Makes and recognises request-forgery tokens, `<random>.<signature>`. Every one is signed, a session's own too,
 * so that the login page of a session that has died is still good for signing in.
 */
export class CsrfTokens {
  readonly #keys: readonly Buffer[]
  readonly #now: () => number
  #visitors = { token: '', until: Number.NEGATIVE_INFINITY }

  constructor(secret: ServerSecret, now: () => number) {
    this.#keys = secret.keysFor('csrf')
    this.#now = now
  }

  /** A token for one session. */
  fresh(): string {
    const random = randomBytes(32).toString('base64url')
    return `${random}.${sign(random, this.#keys[0])}`
  }

  /** The token of whoever has no session: the same for everybody within a minute, good for ever. */
  forVisitors(): string {
    if (this.#now() >= this.#visitors.until) {
      this.#visitors = { token: this.fresh(), until: this.#now() + MINUTE_MS }
    }
    return this.#visitors.token
  }

  /** True when this server, or one that shares its secret, made the token. */
  isOurs(token: string): boolean {
    const [random = '', signature = '', ...more] = token.split('.')
    return more.length === 0 && this.#keys.some((key) => sameToken(signature, sign(random, key)))
  }
}

function sign(random: string, key: Buffer | undefined): string {
  if (!key) throw new TypeError('a server secret has at least one key')
  return createHmac('sha256', key).update(random).digest('base64url')
}
