import { canonicalName, networkOf } from './throttle/keys.ts'
import type { Limit, Place, Start, Tallies } from './throttle/tallies.ts'
import { type WaitEnd, WaitingRoom } from './waiting-room.ts'

/** Keeps guessing slow, before any device call. */
export interface Throttle {
  /** Resolves to a place to try from. Where all are taken it waits, for as long as the patience lasts. */
  admit(caller: Caller, patience: AbortSignal): Promise<Admission>
}

export interface Caller {
  /** Empty when it is not known; then only the name counts. */
  readonly address: string
  readonly username: string
}

export type Admission =
  | { readonly kind: 'admitted'; readonly delayMs: number; readonly settle: Settle }
  | { readonly kind: 'throttled'; readonly waitMs: number }
  | { readonly kind: Exclude<WaitEnd, 'called'> }

/** Says what the device made of the attempt. Only a rejection counts against whoever tried. */
export type Settle = (verdict: Verdict) => Promise<void>
export type Verdict = 'accepted' | 'rejected' | 'undecided'

export interface ThrottleParts {
  readonly tallies: Tallies
  /** Per address; of a user name, so many rejections are free of delay. */
  readonly limit: Limit
  /** Makes of a text what may stand in a store: people type passwords into the wrong field. */
  readonly hash: (text: string) => string
  /** How many may wait for a place, all addresses together. */
  readonly waitingAtMost?: number
  /** Another instance may have freed a place without telling. */
  readonly lookAgainMs?: number
}

const WAITING_AT_MOST = 128
const LOOK_AGAIN_MS = 500
const FIRST_DELAY_MS = 250
/** Short enough for its owner to get in while somebody else guesses the name's password. */
const LONGEST_DELAY_MS = 2_000
const WELCOME_MS = 7 * 24 * 3_600_000

type Try = Extract<Start, { kind: 'started' }> | Exclude<Admission, { kind: 'admitted' }>

interface Taken {
  readonly source: string
  readonly place: Place
}

/**
 * By source address, with waits that double. By user name over all addresses only with a delay, which locks nobody
 * out and spares the places where the user has signed in lately.
 */
export class LoginThrottle implements Throttle {
  readonly #parts: ThrottleParts
  readonly #room: WaitingRoom

  constructor(parts: ThrottleParts) {
    this.#parts = parts
    this.#room = new WaitingRoom(parts.waitingAtMost ?? WAITING_AT_MOST)
  }

  async admit({ address, username }: Caller, patience: AbortSignal): Promise<Admission> {
    const name = canonicalName(username)
    if (address === '') return this.#admitName(name)
    const source = networkOf(address)
    const start = await this.#takePlace(source, patience)
    if (start.kind !== 'started') return start
    return this.#admitName(name, { source, place: start.place })
  }

  /** Whoever is called finds a place as a rule, or learns that there will be none: then the next one learns it too. */
  async #takePlace(source: string, patience: AbortSignal): Promise<Try> {
    const { tallies, limit, lookAgainMs = LOOK_AGAIN_MS } = this.#parts
    for (;;) {
      const start = await tallies.start(source, limit)
      if (start.kind === 'throttled') this.#room.callNext(source)
      if (start.kind !== 'crowded') return start
      const soon = AbortSignal.any([patience, AbortSignal.timeout(lookAgainMs)])
      const end = await this.#room.wait(source, soon)
      if (end === 'no-room' || (end === 'out-of-patience' && patience.aborted)) return { kind: end }
    }
  }

  async #admitName(name: string, taken?: Taken): Promise<Admission> {
    const { tallies, limit, hash } = this.#parts
    const nameKey = hash(name)
    const pairKey = taken && hash(`${taken.source} ${name}`)
    const isWelcome = pairKey !== undefined && (await tallies.remembers(pairKey))
    const settle: Settle = async (verdict) => {
      if (verdict === 'rejected') await tallies.countOne(nameKey, limit.windowMs)
      if (verdict === 'accepted' && pairKey) await tallies.remember(pairKey, WELCOME_MS)
      if (taken) await this.#leave(taken, verdict)
    }
    return { kind: 'admitted', delayMs: isWelcome ? 0 : await this.#delayFor(nameKey), settle }
  }

  async #delayFor(nameKey: string): Promise<number> {
    const { tallies, limit } = this.#parts
    const beyond = (await tallies.count(nameKey)) - limit.count
    return beyond < 0 ? 0 : Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** beyond)
  }

  async #leave({ source, place }: Taken, verdict: Verdict): Promise<void> {
    const { tallies, limit } = this.#parts
    if (verdict === 'rejected') await tallies.reject(source, place, limit)
    else await tallies.giveBack(source, place)
    this.#room.callNext(source)
  }
}

/** For `--login-attempts off`: something else in front counts. */
export const noThrottle: Throttle = {
  admit: async () => ({ kind: 'admitted', delayMs: 0, settle: async () => {} }),
}
