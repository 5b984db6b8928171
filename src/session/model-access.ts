import type { AlreadyRead } from '../device/device.ts'
import type { ModelReader, ModelState } from '../model/model-state.ts'
import type { Models } from '../model/models.ts'
import type { DeviceAccess } from './device-access.ts'
import type { Queue } from './queue.ts'
import type { Session } from './session.ts'
import type { Sessions } from './sessions.ts'

interface ModelAccessParts {
  readonly models: Models
  readonly access: Pick<DeviceAccess, 'inBackground'>
  readonly sessions: Sessions
  /** The queue of logins. Calls for the model wait behind all of them. */
  readonly loginTurns: Queue
}

const LAST = Number.MAX_SAFE_INTEGER
const RETRY_MS = 1_000

/** The device's model as the user of a session may see it. */
export class ModelAccess {
  readonly #parts: ModelAccessParts

  constructor(parts: ModelAccessParts) {
    this.#parts = parts
  }

  /** The state of the model for this session. Never waits; starts reading the model if that has not happened. */
  stateFor(session: Session): ModelState {
    return this.#parts.models.stateFor(this.#readerFor(session))
  }

  /** Starts reading the model for a user who has just logged in, from what the login has read. */
  beginAfterLogin(token: string, read: AlreadyRead): void {
    const { models, sessions } = this.#parts
    sessions.find(token).then(
      (session) => session && models.begin(this.#readerFor(session), read),
      () => {}, // the store has just gone: the first page that wants the model begins to read it
    )
  }

  #readerFor(session: Session): ModelReader {
    const user = this.#parts.access.inBackground(session)
    return {
      id: session.id,
      username: user.username,
      get: (wanted, within) => this.#behindLogins(() => user.get(wanted, within)),
      moduleText: (wanted, within) => this.#behindLogins(() => user.moduleText(wanted, within)),
      learnAbilities: (within) => this.#behindLogins(() => user.learnAbilities(within)),
    }
  }

  /** When the queue is full of logins, tries again a second later. */
  async #behindLogins<Body>(call: () => Promise<Body>): Promise<Body> {
    for (;;) {
      const turn = await this.#parts.loginTurns.take({ group: 'model', rank: LAST })
      if (turn.kind !== 'turn') await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref())
      else {
        try {
          return await call()
        } finally {
          turn.end()
        }
      }
    }
  }
}
