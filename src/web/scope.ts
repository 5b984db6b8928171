import type { Log } from '../log.ts'
import type { Session } from '../session/session.ts'
import type { FormOutcome } from './form/form-body.ts'
import type { Language } from './texts/languages.ts'

/** What the service knows about a request. */
export interface Scope {
  Bindings: Connection
  Variables: {
    /** Where the browser is; unknown behind a unix socket whose proxy does not say. */
    address: string | undefined
    /** The log, with the request's id and address on every event. */
    log: Log
    /** The token in the session cookie, if there is just one and it looks like one. */
    sessionToken: string | undefined
    /** The live session behind it. */
    session: Session | undefined
    /** Set when the store could not say whether there is a session. */
    storeError: unknown
    /** The cookies of the request, once somebody has asked; undefined where it gives one of them two values. */
    cookies: ReadonlyMap<string, string | undefined> | undefined
    /** What the visitor reads, once somebody has asked. */
    language: Language | undefined
    /** The body as a form, read once for all who ask. */
    form: Promise<FormOutcome> | undefined
  }
}

/** The connection that a request came over, as the server sees it. */
export interface Connection {
  /** The peer's IP address; none on a unix socket. */
  readonly peer: string | undefined
  /** True when TLS ends here. */
  readonly tls: boolean
  /** Aborted when the service stops and waits for the rest of no body any more. */
  readonly stopping?: AbortSignal
}
