import type { Log } from '../log.ts'
import type { Session } from '../session/session.ts'
import type { Language } from './texts/languages.ts'

/** What the service knows about a request. */
export interface Scope {
  Bindings: Connection
  Variables: {
    /** The browser's address; undefined behind a unix socket whose proxy does not name it. */
    address: string | undefined
    /** The log, with the request's id and address on every event. */
    log: Log
    /** The token in the session cookie, if there is exactly one and it is well-formed. */
    sessionToken: string | undefined
    /** The live session behind it. */
    session: Session | undefined
    /** Set when the store could not say whether there is a session. */
    storeError: unknown
    /** The cookies of the request, once read; undefined where one of them has two different values. */
    cookies: ReadonlyMap<string, string | undefined> | undefined
    /** The visitor's language, once read. */
    language: Language | undefined
    /** The body as a form: it can be read only once. */
    form: Promise<FormOutcome> | undefined
  }
}

/** The connection that a request came over, as the server sees it. */
export interface Connection {
  /** The peer's IP address; none on a unix socket. */
  readonly peer: string | undefined
  /** True when TLS ends here. */
  readonly tls: boolean
  /** Aborted when the service stops and no longer waits for unfinished request bodies. */
  readonly stopping?: AbortSignal
}

/** A request's form, or why there is none. */
export type FormOutcome =
  | { readonly kind: 'form'; readonly fields: Fields }
  /** Not read to its end: too large, or too slow. */
  | { readonly kind: 'unread'; readonly status: 413 | 408 }
  | { readonly kind: 'not-a-form' }

export type Fields = ReadonlyMap<string, string>
