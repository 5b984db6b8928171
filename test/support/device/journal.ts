import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { readBasic } from '../../../src/demo/accounts.ts'
import { resourceOf } from '../../../src/demo/target.ts'

/** Every request the device has seen, in order, and how many were open at once. */
export class Journal {
  readonly #entries: JournalEntry[] = []
  readonly #connections = new WeakMap<Socket, number>()
  readonly #keep: number
  #connectionCount = 0
  #open = 0
  #maxOpen = 0

  constructor(keep = 10_000) {
    this.#keep = keep
  }

  get entries(): readonly JournalEntry[] {
    return this.#entries
  }

  get open(): number {
    return this.#open
  }

  get maxOpen(): number {
    return this.#maxOpen
  }

  /** The entries that agree with every field given, as in `{ resource: 'infix-services:web' }`. */
  find(wanted: JournalQuery): readonly JournalEntry[] {
    return this.#entries.filter(
      (entry) =>
        (wanted.method === undefined || entry.method === wanted.method) &&
        (wanted.path === undefined || entry.path === wanted.path) &&
        (wanted.resource === undefined || entry.resource === wanted.resource) &&
        (wanted.username === undefined || entry.username === wanted.username) &&
        (wanted.status === undefined || entry.status === wanted.status),
    )
  }

  count(wanted: JournalQuery = {}): number {
    return this.find(wanted).length
  }

  clear(): void {
    this.#entries.length = 0
    this.#maxOpen = this.#open
  }

  begin(request: IncomingMessage): OpenEntry {
    const entry = new JournalEntry(request, this.#connectionOf(request.socket))
    this.#entries.push(entry)
    if (this.#entries.length > this.#keep) this.#entries.shift()
    this.#open += 1
    this.#maxOpen = Math.max(this.#maxOpen, this.#open)
    let open = true
    return {
      entry,
      answered: (status) => entry.answeredWith(status),
      close: () => {
        if (open) this.#open -= 1
        open = false
      },
    }
  }

  #connectionOf(socket: Socket): number {
    const known = this.#connections.get(socket)
    if (known !== undefined) return known
    this.#connectionCount += 1
    this.#connections.set(socket, this.#connectionCount)
    return this.#connectionCount
  }
}

export interface OpenEntry {
  readonly entry: JournalEntry
  answered(status: number): void
  close(): void
}

export type JournalQuery = Partial<
  Pick<JournalEntry, 'method' | 'path' | 'resource' | 'username'> & { status: number }
>

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
