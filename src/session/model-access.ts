import type { AlreadyRead } from '../device/device.ts'
import type { ModelReader, ModelState } from '../model/model-state.ts'
import type { Models } from '../model/models.ts'
import type { DeviceAccess } from './device-access.ts'
import type { Session } from './session.ts'
import type { Sessions } from './sessions.ts'

interface ModelAccessParts {
  readonly models: Models
  readonly access: DeviceAccess
  readonly sessions: Sessions
}

/** The device's model as the user of a session may see it. */
export class ModelAccess {
  readonly #parts: ModelAccessParts

  constructor(parts: ModelAccessParts) {
    this.#parts = parts
  }

  /** How far the model is for this session. Never waits, and begins to read the model where that has not happened. */
  stateFor(session: Session): ModelState {
    return this.#parts.models.stateFor(this.#readerFor(session))
  }

  /** Begins to read the model for somebody who has just logged in, from what the login has read. */
  beginAfterLogin(token: string, read: AlreadyRead): void {
    const { models, sessions } = this.#parts
    sessions.find(token).then(
      (session) => session && models.begin(this.#readerFor(session), read),
      () => {}, // the store has just gone: the first page that wants the model begins to read it
    )
  }

  #readerFor(session: Session): ModelReader {
    return { id: session.id, ...this.#parts.access.inBackground(session) }
  }
}
