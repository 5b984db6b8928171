export interface QueueLimits {
  readonly atOnce: number
  /** Turns kept back for preferred requests. */
  readonly keptBack?: number
  readonly perGroup?: number
  /** How many may wait; the others are turned away at once. */
  readonly maxWaiting?: number
  readonly maxWaitingPerGroup?: number
}

export interface TurnRequest {
  /** Groups take turns, so one that asks for many cannot starve the others. */
  readonly group: string
  /** From 0. Lower ranks go first, whatever their group. */
  readonly rank?: number
  /** Goes before all ranks, and may use the turns that are kept back. */
  readonly isPreferred?: boolean
  /** Stops waiting when this aborts. */
  readonly patience?: AbortSignal | undefined
}

export type Turn = { readonly kind: 'turn'; readonly end: () => void } | { readonly kind: NoTurn }
export type NoTurn = 'no-room' | 'out-of-patience'

/** Shares a limited number of turns fairly. */
export class Queue {
  readonly #limits: Required<QueueLimits>
  /** In order of arrival. */
  readonly #waiting = new Set<Waiter>()
  /** Only groups that have a turn or wait for one. */
  readonly #groups = new Map<string, Group>()
  #running = 0
  #turnsGiven = 0

  constructor(limits: QueueLimits) {
    const unlimited = Number.POSITIVE_INFINITY
    const defaults = {
      keptBack: 0,
      perGroup: unlimited,
      maxWaiting: unlimited,
      maxWaitingPerGroup: unlimited,
    }
    this.#limits = { ...defaults, ...limits }
  }

  /** Resolves when the turn comes, or as soon as it is clear that none will. A turn lasts until its `end` is called. */
  async take(request: TurnRequest): Promise<Turn> {
    const { patience } = request
    const candidate = this.#candidateFor(request)
    if (this.#mayRun(candidate)) return this.#start(candidate.group)
    if (patience?.aborted) return { kind: 'out-of-patience' }
    const seat = this.#seatFor(candidate)
    if (!seat) return { kind: 'no-room' }
    if (seat !== 'free') {
      this.#leave(seat)
      seat.answer({ kind: 'no-room' })
    }
    return this.#wait(candidate, patience)
  }

  /** False when such a request would be turned away now. */
  hasRoomFor(request: TurnRequest): boolean {
    const candidate = this.#candidateFor(request)
    return this.#mayRun(candidate) || this.#seatFor(candidate) !== undefined
  }

  #candidateFor({ group: name, rank = 0, isPreferred = false }: TurnRequest): Candidate {
    const group = this.#groups.get(name) ?? { name, running: 0, waiting: 0, lastTurn: 0 }
    return { group, isPreferred, rank: isPreferred ? -1 : rank }
  }

  #mayRun({ group, isPreferred }: Candidate): boolean {
    const { atOnce, keptBack, perGroup } = this.#limits
    return this.#running < (isPreferred ? atOnce : atOnce - keptBack) && group.running < perGroup
  }

  #start(group: Group): Turn {
    this.#groups.set(group.name, group)
    this.#running++
    group.running++
    group.lastTurn = ++this.#turnsGiven
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      this.#running--
      group.running--
      this.#forgetIfIdle(group)
      this.#callNext()
    }
    return { kind: 'turn', end }
  }

  /** One turn has become free, so at most one more can start. */
  #callNext(): void {
    const able = [...this.#waiting].filter((waiter) => this.#mayRun(waiter))
    const next = best(
      able,
      (one, other) => one.rank - other.rank || one.group.lastTurn - other.group.lastTurn,
    )
    if (!next) return
    this.#leave(next)
    next.answer(this.#start(next.group))
  }

  /** When all seats are taken, a better rank takes the seat of the worst, and a group with none that of a group with several. */
  #seatFor({ group, rank }: Candidate): 'free' | Waiter | undefined {
    const { maxWaiting, maxWaitingPerGroup } = this.#limits
    if (group.waiting >= maxWaitingPerGroup) return undefined
    if (this.#waiting.size < maxWaiting) return 'free'
    const latestFirst = [...this.#waiting].reverse()
    const worst = best(
      latestFirst,
      (one, other) => other.rank - one.rank || other.group.waiting - one.group.waiting,
    )
    if (!worst) return undefined
    const isWorse = worst.rank > rank || (worst.rank === rank && worst.group.waiting > group.waiting + 1)
    return isWorse ? worst : undefined
  }

  async #wait(candidate: Candidate, patience: AbortSignal | undefined): Promise<Turn> {
    const { promise, resolve } = Promise.withResolvers<Turn>()
    const waiter = { ...candidate, answer: resolve }
    this.#groups.set(candidate.group.name, candidate.group)
    this.#waiting.add(waiter)
    candidate.group.waiting++
    const giveUp = () => {
      this.#leave(waiter)
      resolve({ kind: 'out-of-patience' })
    }
    patience?.addEventListener('abort', giveUp)
    try {
      return await promise
    } finally {
      patience?.removeEventListener('abort', giveUp)
    }
  }

  #leave(waiter: Waiter): void {
    if (!this.#waiting.delete(waiter)) return
    waiter.group.waiting--
    this.#forgetIfIdle(waiter.group)
  }

  #forgetIfIdle({ name, running, waiting }: Group): void {
    if (running + waiting === 0) this.#groups.delete(name)
  }
}

interface Group {
  readonly name: string
  running: number
  waiting: number
  /** The number of the last turn that this group was given. */
  lastTurn: number
}

interface Candidate {
  readonly group: Group
  readonly rank: number
  readonly isPreferred: boolean
}

interface Waiter extends Candidate {
  readonly answer: (turn: Turn) => void
}

/** The item that goes first by `compare`. */
function best<Item>(items: readonly Item[], compare: (one: Item, other: Item) => number): Item | undefined {
  return items.reduce<Item | undefined>(
    (found, item) => (found === undefined || compare(item, found) < 0 ? item : found),
    undefined,
  )
}
