import type { Clock } from './session.ts'

/** How long an accepted password is not checked again. */
const FRESH_MS = 60_000
/** How much longer it counts while the device cannot be asked. */
const GRACE_MS = 10 * 60_000
/** The pause after a check that the device did not answer. */
const ASK_AGAIN_MS = 10_000
/** Twice the usual cap on sessions. Beyond it the oldest are forgotten, and the device is asked again. */
const MAX_PROOFS = 20_000

/** What a proof needs to know of its session. */
interface SessionStart {
  readonly record: { readonly key: string }
  readonly createdAt: number
}

/** When the device last accepted the password of each session, as far as this instance knows. */
export class PasswordProofs {
  readonly #now: Clock
  readonly #proofs = new Map<string, PasswordProof>()
  #nextCleaning: number

  constructor(now: Clock) {
    this.#now = now
    this.#nextCleaning = now() + FRESH_MS
  }

  /** How many are known. */
  get size(): number {
    return this.#proofs.size
  }

  of({ record: { key }, createdAt }: SessionStart): PasswordProof {
    this.#forgetOld()
    const proof = this.#proofs.get(key) ?? new PasswordProof(this.#now, createdAt)
    this.#proofs.set(key, proof)
    return proof
  }

  /** In bulk, because a Map walks over all that was deleted before its oldest entry. */
  #forgetOld(): void {
    const isFull = this.#proofs.size >= 1.1 * MAX_PROOFS
    if (this.#now() < this.#nextCleaning && !isFull) return
    this.#nextCleaning = this.#now() + FRESH_MS
    let excess = this.#proofs.size - MAX_PROOFS
    for (const [key, proof] of this.#proofs) {
      if (!proof.isUseless && excess-- <= 0) continue
      if (!proof.isInUse) this.#proofs.delete(key)
    }
  }
}

/** What is known of one session's password. */
export class PasswordProof {
  readonly #now: Clock
  #acceptedAt: number
  #askedInVainAt = Number.NEGATIVE_INFINITY
  /** Settles when a call is answered that tells whether the password is accepted. Never rejects. */
  #awaited: Promise<void> | undefined
  #refresh: Promise<void> | undefined
  #waiting = 0

  /** A session starts with an accepted password. Start times from a clock ahead of ours prove nothing. */
  constructor(now: Clock, createdAt: number) {
    this.#now = now
    this.#acceptedAt = createdAt <= now() ? createdAt : Number.NEGATIVE_INFINITY
  }

  get isFresh(): boolean {
    return this.#now() - this.#acceptedAt < FRESH_MS
  }

  /** True while the device's last answer counts although it cannot be asked now. */
  get stillCounts(): boolean {
    return this.#now() - this.#acceptedAt < FRESH_MS + GRACE_MS
  }

  get isUseless(): boolean {
    return !this.stillCounts
  }

  /** True while a call is under way or waits. */
  get isInUse(): boolean {
    return this.#awaited !== undefined || this.#waiting > 0
  }

  /** How many calls wait for the answer to another. */
  get waiting(): number {
    return this.#waiting
  }

  acceptedAt(time: number): void {
    this.#acceptedAt = Math.max(this.#acceptedAt, time)
  }

  /** Makes a call with the password. While that is not fresh, one call is made at a time. */
  async send<Body>(call: () => Promise<Body>): Promise<Body> {
    this.#waiting++
    while (!this.isFresh && this.#awaited) await this.#awaited
    this.#waiting--
    // Nothing may be awaited from the loop to here, or two calls would go first.
    const body = call()
    if (!this.isFresh) this.#othersAwait(body)
    return body
  }

  /** Makes the call, one for all who ask, only if the password is not fresh, and not soon after one in vain. */
  refresh(call: () => Promise<unknown>): Promise<void> {
    this.#refresh ??= this.send(() => this.#callIfNeeded(call)).finally(() => {
      this.#refresh = undefined
    })
    return this.#refresh
  }

  async #callIfNeeded(call: () => Promise<unknown>): Promise<void> {
    if (this.isFresh || this.#now() - this.#askedInVainAt < ASK_AGAIN_MS) return
    try {
      await call()
    } finally {
      if (!this.isFresh) this.#askedInVainAt = this.#now()
    }
  }

  #othersAwait(call: Promise<unknown>): void {
    const done = () => {
      this.#awaited = undefined
    }
    this.#awaited = call.then(done, done)
  }
}
