import type { Subprocess } from 'bun'
import type { Figures } from '../../metrics/figures.ts'
import type { Message, Question } from './messages.ts'

/** Of a process, what a crew has to do with. */
export type WorkerProcess = Pick<
  Subprocess,
  'exited' | 'exitCode' | 'signalCode' | 'kill' | 'send' | 'disconnect'
>

/** Starts the process with this number; it says its messages to `hear`. */
export type StartProcess = (number: number, hear: (message: Message) => void) => WorkerProcess

/** A worker that does not answer so often in a row hangs. */
const MOST_UNANSWERED = 3

/** One worker: a process, and what it has told us. */
export class Member {
  readonly number: number
  readonly process: WorkerProcess
  readonly ready: Promise<undefined>
  isReady = false
  /** What it counted, as far as it has told. */
  figures: Figures = []
  #unanswered = 0
  #awaiting: ((figures: Figures) => void)[] = []
  #whenReady = () => {}

  constructor(number: number, start: StartProcess) {
    this.number = number
    this.ready = new Promise((resolve) => {
      this.#whenReady = () => resolve(undefined)
    })
    this.process = start(number, (message) => this.#hear(message))
  }

  /** Asks whether it is alive. One that has left the question open for too long is killed. */
  checkUp(): void {
    if (!this.isReady) return
    if (this.#unanswered >= MOST_UNANSWERED) this.process.kill('SIGKILL')
    this.#unanswered += 1
    this.#ask('alive')
  }

  /** What it has counted by now; none when it does not say so in time. */
  async askFigures(patience: Promise<undefined>): Promise<Figures | undefined> {
    if (!this.isReady) return undefined
    const answer = new Promise<Figures>((resolve) => this.#awaiting.push(resolve))
    this.#ask('figures')
    return await Promise.race([answer, patience, this.process.exited.then(() => undefined)])
  }

  #hear(message: Message): void {
    switch (message.kind) {
      case 'ready':
        this.isReady = true
        this.#whenReady()
        break
      case 'alive':
        this.#unanswered = 0
        break
      case 'figures':
        this.figures = message.figures
        for (const resolve of this.#awaiting.splice(0)) resolve(message.figures)
    }
  }

  #ask(question: Question): void {
    try {
      this.process.send(question)
    } catch {
      // It has just ended; whoever waits for that will see to it.
    }
  }
}
