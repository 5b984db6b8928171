import { randomBytes } from 'node:crypto'
import type { ServerSecret } from '../session/server-secret.ts'
import { sameToken } from '../session/server-secret.ts'
import type { Clock } from '../session/session.ts'
import { KNOWN_MS } from './throttle.ts'

/** The users who logged in last from one browser. */
const MAX_ENTRIES = 4
const MAX_NAME_CHARACTERS = 256

/**
 * Recognises a browser that a user has logged in from before, by its cookie `known`. That opens nothing: the browser's
 * attempts to log in as this user count by themselves, so that a stranger's failures do not keep the user out.
 */
export class KnownBrowsers {
  readonly #secret: ServerSecret
  readonly #now: Clock

  constructor(secret: ServerSecret, now: Clock) {
    this.#secret = secret
    this.#now = now
  }

  /** The id under which the browser's attempts to log in as this user are counted. */
  find(cookie: string | undefined, username: string): string | undefined {
    return entriesOf(cookie).find((entry) => this.#isValid(entry, username))?.id
  }

  /** The cookie for a browser in which this user has just logged in. A new id has no failures yet. */
  remember(cookie: string | undefined, username: string): string {
    const others = entriesOf(cookie).filter((entry) => !this.#isValid(entry, username))
    const id = randomBytes(12).toString('base64url')
    const expires = Math.floor((this.#now() + KNOWN_MS) / 1000).toString(36)
    const [hash] = this.#hashesOf({ id, expires }, username)
    const entries = [{ id, expires, hash }, ...others].slice(0, MAX_ENTRIES)
    return entries.map((entry) => `${entry.id}.${entry.expires}.${entry.hash}`).join('~')
  }

  #isValid(entry: Entry, username: string): boolean {
    if (username.length > MAX_NAME_CHARACTERS) return false
    if (Number.parseInt(entry.expires, 36) * 1000 <= this.#now()) return false
    return this.#hashesOf(entry, username).some((hash) => sameToken(hash, entry.hash))
  }

  #hashesOf(
    { id, expires }: Pick<Entry, 'id' | 'expires'>,
    username: string,
  ): readonly [string, ...string[]] {
    return this.#secret.hashes('known', `${id}.${expires}.${username}`)
  }
}

/** One user. Only we can tell which: the hash is keyed, and covers all of it and the user name. */
interface Entry {
  readonly id: string
  readonly expires: string
  readonly hash: string
}

function entriesOf(cookie = ''): readonly Entry[] {
  return cookie
    .split('~', MAX_ENTRIES)
    .map((text) => /^([\w-]{16})\.([0-9a-z]{1,8})\.([\w-]{43})$/.exec(text))
    .flatMap((found) =>
      found ? [{ id: found[1] ?? '', expires: found[2] ?? '', hash: found[3] ?? '' }] : [],
    )
}
