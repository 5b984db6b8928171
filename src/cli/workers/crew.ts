import type { Subprocess } from 'bun'
import type { Log } from '../../log.ts'

/** Between two tries to start a worker. */
const PAUSE_MS = 1_000

interface CrewParts {
  readonly size: number
  readonly log: Log
  /** Starts the process with this number; it calls `ipc` when it is ready. */
  readonly start: (number: number, ipc: () => void) => Subprocess
  readonly pause?: (ms: number) => Promise<void>
}

/** The workers: as many as there should be, whatever happens to them. */
export class Crew {
  readonly #parts: CrewParts
  readonly #workers = new Map<number, Subprocess>()
  #isDismissed = false

  constructor(parts: CrewParts) {
    this.#parts = parts
  }

  /**
   * Resolves when all are ready; to an exit code when one ended instead, and has said why.
   * The first starts alone, since it may have to make what the others use.
   */
  async assemble(): Promise<number | undefined> {
    const { size } = this.#parts
    const failure = await this.#start(1)
    if (failure !== undefined) return failure
    const others = await Promise.all(Array.from({ length: size - 1 }, (_, at) => this.#start(at + 2)))
    return others.find((exitCode) => exitCode !== undefined)
  }

  /** Tells each to read its certificate again. */
  renew(): void {
    for (const worker of this.#workers.values()) worker.kill('SIGHUP')
  }

  /** Lets all finish what they are at. Resolves to the worst of their exit codes. */
  async dismiss(): Promise<number> {
    this.#isDismissed = true
    const workers = [...this.#workers.values()]
    // A worker stops when it has lost us; a signal may have reached it already, and a second one would cut it off.
    for (const worker of workers) worker.disconnect()
    return Math.max(0, ...(await Promise.all(workers.map(({ exited }) => exited))))
  }

  kill(): void {
    for (const worker of this.#workers.values()) worker.kill('SIGKILL')
  }

  /** Resolves when it is ready, or to its exit code. Once it was ready it is replaced when it ends. */
  async #start(number: number): Promise<number | undefined> {
    let worker: Subprocess | undefined
    const ready = new Promise<undefined>((resolve) => {
      worker = this.#parts.start(number, () => resolve(undefined))
    })
    if (!worker) return undefined
    this.#workers.set(number, worker)
    const exitCode = await Promise.race([ready, worker.exited])
    if (exitCode === undefined) void this.#watch(number, worker)
    else this.#workers.delete(number)
    return exitCode
  }

  async #watch(number: number, worker: Subprocess): Promise<void> {
    await worker.exited
    this.#workers.delete(number)
    if (this.#isDismissed) return
    this.#parts.log.error('worker.died', {
      worker: number,
      exitCode: worker.exitCode,
      signal: worker.signalCode,
    })
    await this.#replace(number)
  }

  /** Until one is ready: what keeps it from starting may pass. */
  async #replace(number: number): Promise<void> {
    const { pause = Bun.sleep } = this.#parts
    while (!this.#isDismissed) {
      if ((await this.#start(number)) === undefined) return
      await pause(PAUSE_MS)
    }
  }
}
