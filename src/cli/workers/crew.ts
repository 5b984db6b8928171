import type { Log } from '../../log.ts'
import { Member, type StartProcess } from './member.ts'

/** A worker that ended sooner than this waits before it starts again, each time twice as long. */
const SOON_MS = 60_000
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

interface CrewParts {
  readonly size: number
  readonly log: Log
  readonly start: StartProcess
  /** Hears of each that has ended, whatever it ended of. */
  readonly whenGone?: (member: Member) => void
  readonly pause?: (ms: number) => Promise<void>
  readonly now?: () => number
}

/** The workers: as many as there should be, whatever happens to them. */
export class Crew {
  readonly #parts: CrewParts
  readonly #members = new Map<number, Member>()
  #isDismissed = false

  constructor(parts: CrewParts) {
    this.#parts = parts
  }

  get members(): readonly Member[] {
    return [...this.#members.values()]
  }

  /**
   * Resolves when all are ready; to an exit code when one ended instead, and has said why.
   * The first starts alone, since it may have to make what the others use.
   */
  async assemble(): Promise<number | undefined> {
    const { size } = this.#parts
    const failure = await this.#enlist(1)
    if (failure !== undefined) return failure
    const others = await Promise.all(Array.from({ length: size - 1 }, (_, at) => this.#enlist(at + 2)))
    return others.find((exitCode) => exitCode !== undefined)
  }

  /** Tells each to read its certificate again; one that is just starting reads it anyway. */
  renew(): void {
    for (const { isReady, process } of this.members) if (isReady) process.kill('SIGHUP')
  }

  /** Asks each whether it is alive; one that hangs is killed, and so replaced. */
  checkUp(): void {
    for (const member of this.members) member.checkUp()
  }

  /** Lets all finish what they are at. Resolves to the worst of their exit codes. */
  async dismiss(): Promise<number> {
    this.#isDismissed = true
    const exitCodes = this.members.map(async ({ isReady, process }) => {
      // A worker stops when it has lost us; a signal may have reached it already, and a second one would cut it off.
      if (isReady) process.disconnect()
      else process.kill('SIGKILL')
      const exitCode = await process.exited
      return isReady ? exitCode : 0
    })
    return Math.max(0, ...(await Promise.all(exitCodes)))
  }

  kill(): void {
    for (const { process } of this.members) process.kill('SIGKILL')
  }

  /** Resolves when it is ready, or to its exit code. Once it was ready it is replaced when it ends. */
  async #enlist(number: number): Promise<number | undefined> {
    const member = this.#start(number)
    const exitCode = await Promise.race([member.ready, member.process.exited])
    if (exitCode === undefined) void this.#keep(member)
    else this.#members.delete(number)
    return exitCode
  }

  #start(number: number): Member {
    const member = new Member(number, this.#parts.start)
    this.#members.set(number, member)
    return member
  }

  /** Until all are dismissed: what ends a worker, or keeps it from starting, may pass. */
  async #keep(first: Member): Promise<void> {
    const { pause = Bun.sleep, now = () => performance.now(), log, whenGone } = this.#parts
    const { number } = first
    let pauseMs = 0
    for (let member = first; !this.#isDismissed; member = this.#start(number)) {
      const startedAt = now()
      await member.process.exited
      this.#members.delete(number)
      whenGone?.(member)
      if (this.#isDismissed) return
      pauseMs = now() - startedAt > SOON_MS ? 0 : nextPause(pauseMs)
      log.error('worker.died', { ...endOf(member), againInMs: pauseMs })
      await pause(pauseMs)
    }
  }
}

const nextPause = (lastMs: number) => Math.min(LONGEST_PAUSE_MS, lastMs * 2 || FIRST_PAUSE_MS)

function endOf({ number, process: { exitCode, signalCode } }: Member) {
  return { worker: number, exitCode, signal: signalCode }
}
