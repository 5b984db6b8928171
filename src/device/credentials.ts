import { inspect } from 'node:util'

/** A user name and the password that goes with it. Printing one never shows the password. */
export class Credentials {
  readonly username: string
  readonly #password: string

  constructor(username: string, password: string) {
    this.username = username
    this.#password = password
  }

  /** Spells the password out; its readers are the device client, the sealed record and the hook. */
  revealPassword(): string {
    return this.#password
  }

  /**
   * False for what HTTP Basic cannot carry unchanged: a colon would move part of the name into the
   * password (RFC 7617 section 2), and a real device cuts a password at NUL.
   */
  get canTravel(): boolean {
    return !/[:\p{Cc}]/u.test(this.username) && !/\p{Cc}/u.test(this.#password)
  }

  toJSON() {
    return { username: this.username, password: '[redacted]' }
  }

  [inspect.custom]() {
    return `Credentials(${JSON.stringify(this.username)}, [redacted])`
  }
}
