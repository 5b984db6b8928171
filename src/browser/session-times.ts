import { ask } from './service.ts'

export interface SessionTimes {
  /** When it ends if nobody does anything, by this browser's clock. */
  readonly endsAt: number
  /** True when it ends then whatever anybody does. */
  readonly isLast: boolean
  readonly idleMs: number
}

/** `unknown` when the service could not be asked: nothing follows from that. */
export type SessionState =
  | { readonly kind: 'live'; readonly times: SessionTimes }
  | { readonly kind: 'over' }
  | { readonly kind: 'unknown' }

/** Asks how long the session has; asking does not make it longer. */
export async function askSession(): Promise<SessionState> {
  const answer = await ask('/session').catch(() => undefined)
  if (answer?.status === 401) return { kind: 'over' }
  if (!answer?.ok) return { kind: 'unknown' }
  const said: unknown = await answer.json()
  return isSession(said) ? { kind: 'live', times: timesOf(said, answer.headers) } : { kind: 'unknown' }
}

const fields = ['lastSeenAt', 'idleExpiresAt', 'expiresAt'] as const
type Said = Readonly<Record<(typeof fields)[number], string>>

function isSession(said: unknown): said is Said {
  if (typeof said !== 'object' || said === null) return false
  return fields.every((name) => typeof Reflect.get(said, name) === 'string')
}

/** The server's clock and the browser's need not agree, so only what is left counts. */
function timesOf({ lastSeenAt, idleExpiresAt, expiresAt }: Said, headers: Headers): SessionTimes {
  const serverNow = Date.parse(headers.get('X-Portico-Now') ?? '') || Date.now()
  const ends = Date.parse(idleExpiresAt)
  return {
    endsAt: Date.now() + ends - serverNow,
    isLast: idleExpiresAt === expiresAt,
    idleMs: ends - Date.parse(lastSeenAt),
  }
}
