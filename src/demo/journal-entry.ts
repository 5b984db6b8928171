import type { IncomingMessage } from 'node:http'
import { readBasic } from './restconf/basic-login.ts'
import { resourceOf } from './restconf/target.ts'

/** One request. Printed or sent as JSON it shows who asked for what, and no password. */
export class JournalEntry {
  readonly time = new Date()
  readonly method: string
  /** As it was on the wire, with its query. */
  readonly path: string
  /** `module:path` below the data root. */
  readonly resource: string | undefined
  readonly username: string | undefined
  /** The authorization scheme, as it was spelled. */
  readonly scheme: string | undefined
  readonly headerNames: readonly string[]
  /** Equal for requests that came over the same connection. */
  readonly connection: number
  /** Undefined while, or because, nothing was answered. */
  status: number | undefined
  readonly #authorization: string | undefined

  constructor(request: IncomingMessage, connection: number) {
    this.method = request.method ?? ''
    this.path = request.url ?? ''
    this.resource = resourceOf(this.path)
    this.#authorization = request.headers.authorization
    this.username = readBasic(this.#authorization)?.username
    this.scheme = this.#authorization?.split(' ')[0]
    this.headerNames = request.rawHeaders.filter((_, index) => index % 2 === 0)
    this.connection = connection
  }

  /** The header with the credentials, one character a byte. A getter, so that printing leaves it out. */
  get authorization(): string | undefined {
    return this.#authorization
  }

  answeredWith(status: number): void {
    this.status = status
  }
}
