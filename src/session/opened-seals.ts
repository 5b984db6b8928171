import type { SessionContents } from './session.ts'
import type { SessionRecord } from './session-store.ts'

const MOST = 1_000
const AGE_EVERY_MS = 60_000

type Sealed = Pick<SessionRecord, 'key' | 'sealedSession' | 'sealedPassword'>

interface Opened {
  readonly record: Sealed
  readonly contents: SessionContents
}

/**
 * What was under the seals that were opened lately, so that a session in use is not decrypted at each request. Never
 * a password; and a session that is at rest is under its seal alone again within two minutes.
 */
export class OpenedSeals {
  #recent = new Map<string, Opened>()
  #older = new Map<string, Opened>()
  readonly #aging = setInterval(() => this.age(), AGE_EVERY_MS).unref()

  /** The contents of the record: remembered when these very bytes were opened before, else opened now. */
  contentsOf(record: Sealed, open: () => SessionContents | undefined): SessionContents | undefined {
    const known = this.#recent.get(record.key) ?? this.#older.get(record.key)
    const contents = known && isSame(known.record, record) ? known.contents : open()
    if (contents && this.#recent.size < MOST) this.#recent.set(record.key, { record, contents })
    return contents
  }

  /** Forgets what was not used since the last time but one. */
  age(): void {
    this.#older = this.#recent
    this.#recent = new Map()
  }

  stop(): void {
    clearInterval(this.#aging)
    this.age()
    this.age()
  }
}

/** Whoever can write to the store must not profit from what was there before. */
function isSame(known: Sealed, record: Sealed): boolean {
  return (
    Buffer.compare(known.sealedSession, record.sealedSession) === 0 &&
    Buffer.compare(known.sealedPassword, record.sealedPassword) === 0
  )
}
