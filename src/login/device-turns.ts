import { type WaitEnd, WaitingRoom } from './waiting-room.ts'

const WAITING_AT_MOST = 128
const LINE = 'device'

export type Turn =
  | { readonly kind: 'turn'; readonly end: () => void }
  | { readonly kind: Exclude<WaitEnd, 'called'> }

/** So many logins at the device at once; some more wait for their turn, the rest are turned away. */
export class DeviceTurns {
  readonly #atOnce: number
  readonly #room: WaitingRoom
  #running = 0

  constructor(atOnce: number, waitingAtMost = WAITING_AT_MOST) {
    this.#atOnce = atOnce
    this.#room = new WaitingRoom(waitingAtMost)
  }

  async take(patience: AbortSignal): Promise<Turn> {
    if (this.#running < this.#atOnce) {
      this.#running++
      return this.#turn()
    }
    const end = await this.#room.wait(LINE, patience)
    return end === 'called' ? this.#turn() : { kind: end }
  }

  /** Whoever waits takes the place over, so that nobody slips in between. */
  #turn(): Turn {
    const end = () => {
      if (!this.#room.callNext(LINE)) this.#running--
    }
    return { kind: 'turn', end }
  }
}
