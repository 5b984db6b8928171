import { setTimeout as sleep } from 'node:timers/promises'
import { readAddress } from '../addresses.ts'
import { type NoTurn, Queue } from '../session/queue.ts'
import type { Attempt, Count, Counters, Limit, Outcome, Start } from './counters/counters.ts'

/** Keeps guessing slow, before the device is asked. */
export interface Throttle {
  /** Resolves when the attempt may go on, or may not. Where all slots are taken it waits as long as the patience lasts. */
  admit(caller: Caller, patience: AbortSignal): Promise<Admission>
}

export interface Caller {
  /** Empty when the address is not known. */
  readonly address: string
  readonly username: string
  /** The id of a browser that has logged in as this user before. */
  readonly known?: string | undefined
}

export type Admission =
  | Admitted
  | { readonly kind: 'throttled'; readonly waitMs: number }
  | { readonly kind: NoTurn }

export interface Admitted {
  readonly kind: 'admitted'
  /** How long the device is not asked yet. */
  readonly delayMs: number
  /** True when the attempt counts for its browser and not for its address. */
  readonly isKnown: boolean
  /** How often the device has rejected its network lately. */
  readonly failures: number
  readonly settle: Settle
}

/** Reports the device's decision. Only a rejection counts against the source. */
export type Settle = (outcome: Outcome) => Promise<void>

export interface ThrottleParts {
  readonly counters: Counters
  readonly limit: Rate
  /** Hashes a text for the store, because people type passwords into the wrong field. */
  readonly hash: (text: string) => string
  /** How many may wait for a slot, all addresses together. */
  readonly maxWaiting?: number
  readonly lookAgainMs?: number
}

/** The setting: how many attempts of an address the device may reject within a window. */
export interface Rate {
  readonly count: number
  readonly windowMs: number
}

const MAX_WAITING = 128
const LOOK_AGAIN_MS = 250
const FIRST_DELAY_MS = 250
/** Short enough for the user to get in while a stranger guesses the password. */
const MAX_DELAY_MS = 2_000

/**
 * Counts by source, with waits that double; by user name over all sources with a delay only, which locks no user out. A
 * browser that this user has logged in from before counts by itself.
 */
export class LoginThrottle implements Throttle {
  readonly #parts: Required<ThrottleParts>
  /** No more attempts of one address run here than it has slots, so most find one when their turn comes. */
  readonly #turns: Queue
  #looking = 0

  constructor(parts: ThrottleParts) {
    this.#parts = { maxWaiting: MAX_WAITING, lookAgainMs: LOOK_AGAIN_MS, ...parts }
    const { limit, maxWaiting } = this.#parts
    this.#turns = new Queue({ atOnce: Number.POSITIVE_INFINITY, perGroup: limit.count, maxWaiting })
  }

  async admit(caller: Caller, patience: AbortSignal): Promise<Admission> {
    const attempt = this.#attemptOf(caller)
    return (await this.#admitKnown(caller, attempt)) ?? this.#admitByAddress(caller, attempt, patience)
  }

  /** Undefined for a browser that is not known, or that has used up its failures. */
  async #admitKnown({ known }: Caller, attempt: Attempt): Promise<Admitted | undefined> {
    if (known === undefined) return undefined
    const start = await this.#parts.counters.start({ ...attempt, sources: [browserCount(known)] })
    if (start.kind !== 'started') return undefined
    return { kind: 'admitted', delayMs: 0, isKnown: true, failures: 0, settle: start.settle }
  }

  async #admitByAddress({ address }: Caller, attempt: Attempt, patience: AbortSignal): Promise<Admission> {
    const turn = await this.#turns.take({ group: address, patience })
    if (turn.kind !== 'turn') return turn
    const start = await this.#startOnceThereIsRoom(attempt, patience)
    if (start.kind !== 'started') {
      turn.end()
      return start
    }
    const { failures, nameExcess, isWelcome } = start
    const isSpared = nameExcess < 0 || (isWelcome && address !== '')
    return {
      kind: 'admitted',
      delayMs: isSpared ? 0 : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** nameExcess),
      isKnown: false,
      failures,
      settle: (outcome) => start.settle(outcome).finally(turn.end),
    }
  }

  /** Slots are free again when an attempt succeeds, here or at another instance. */
  async #startOnceThereIsRoom(
    attempt: Attempt,
    patience: AbortSignal,
  ): Promise<Exclude<Start, { kind: 'crowded' }> | { kind: NoTurn }> {
    const { counters, maxWaiting, lookAgainMs } = this.#parts
    for (;;) {
      const start = await counters.start(attempt)
      if (start.kind !== 'crowded') return start
      if (patience.aborted) return { kind: 'out-of-patience' }
      if (this.#looking >= maxWaiting) return { kind: 'no-room' }
      this.#looking++
      await sleep(lookAgainMs, undefined, { signal: patience }).catch(() => {})
      this.#looking--
    }
  }

  #attemptOf({ address, username }: Caller): Attempt {
    const { limit, hash } = this.#parts
    const name = canonicalName(username)
    return {
      sources: sourcesOf(address, limit),
      name: { key: hash(name), limit: withLongWindow(limit), whenFull: 'go-on' },
      pair: hash(`${address} ${name}`),
    }
  }
}

/** For `--login-attempts off`: another program in front of the service limits logins. */
export const noThrottle: Throttle = {
  admit: async ({ known }) => ({
    kind: 'admitted',
    delayMs: 0,
    isKnown: known !== undefined,
    failures: 0,
    settle: async () => {},
  }),
}

const HOUR_MS = 3_600_000

/** Slow guessing is counted in a window of an hour, which takes as many failures as three short windows. */
function withLongWindow({ count, windowMs }: Rate): Limit {
  return { count, windowMs, longCount: 3 * count, longWindowMs: HOUR_MS }
}

/** As long as the cookie by which the browser is known. */
export const KNOWN_MS = 90 * 24 * HOUR_MS
const KNOWN_FAILURES = 10

function browserCount(id: string): Count {
  const limit = {
    count: KNOWN_FAILURES,
    windowMs: KNOWN_MS,
    longCount: KNOWN_FAILURES,
    longWindowMs: KNOWN_MS,
  }
  return { key: `browser ${id}`, limit, whenFull: 'stop' }
}

/** How much more a network may fail than an address: its other users should get in, and its guessers gain little. */
const MORE_FOR_64 = 3
const MORE_FOR_48 = 10

const MAX_ZONE_CHARACTERS = 32

/**
 * What an address counts for, the narrowest first. A machine can take any address of its /64, a site any of its /48,
 * so these have limits of their own. Visitors of unknown address count together.
 */
export function sourcesOf(address: string, { count, windowMs }: Rate): readonly Count[] {
  const source = (key: string, more = 1): Count => {
    return { key, limit: withLongWindow({ count: count * more, windowMs }), whenFull: 'wait' }
  }
  if (address === '') return [source('unknown', MORE_FOR_48)]
  const parsed = readAddress(address)
  if (!parsed) return [source(address)]
  if (parsed.kind() === 'ipv4') return [source(parsed.toString())]
  // The same link-local address can be another machine in another zone.
  const zone = parsed.toString().split('%')[1]?.slice(0, MAX_ZONE_CHARACTERS) ?? ''
  const start = (bits: number) => Buffer.from(parsed.toByteArray()).toString('hex', 0, bits / 8)
  return [
    source(`${start(128)}%${zone}`),
    source(`${start(64)}/64%${zone}`, MORE_FOR_64),
    source(`${start(48)}/48%${zone}`, MORE_FOR_48),
  ]
}

/** Normalising takes time by the square of the length, where a name is made of combining marks. */
const MAX_NAME_CHARACTERS = 256

/** One spelling for all that look or compare alike. For counting only: the device gets the name as it was typed. */
export function canonicalName(username: string): string {
  const start = username.trim().slice(0, MAX_NAME_CHARACTERS)
  return start.normalize('NFKC').trim().toLowerCase().normalize('NFKC')
}
