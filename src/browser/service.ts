/** The token that proves that a change was requested by one of our own pages. */
export function csrfToken(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ?? ''
}

/** Asks the service as a script: without a session it answers 401, not with the login page. */
export function ask(path: string, request: RequestInit = {}): Promise<Response> {
  return fetch(path, {
    ...request,
    headers: { Accept: 'application/json', 'X-CSRF-Token': csrfToken() },
    redirect: 'manual',
  })
}

export function post(path: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  return ask(path, { method: 'POST', body: new URLSearchParams(fields) })
}

export interface SessionTimes {
  /** When it ends without activity, by this browser's clock. */
  readonly endsAt: number
  /** True when activity cannot extend it. */
  readonly isLast: boolean
  readonly idleMs: number
}

/** `unknown`: the service did not answer, so the session may be live or over. */
export type SessionState =
  | { readonly kind: 'live'; readonly times: SessionTimes }
  | { readonly kind: 'over' }
  | { readonly kind: 'unknown' }

/** Asks how long the session has left; asking does not extend it. */
export async function askSession(): Promise<SessionState> {
  const answer = await ask('/session').catch(() => undefined)
  if (answer?.status === 401) return { kind: 'over' }
  if (!answer?.ok) return { kind: 'unknown' }
  const body: unknown = await answer.json()
  return isSession(body) ? { kind: 'live', times: timesOf(body, answer.headers) } : { kind: 'unknown' }
}

const fields = ['lastSeenAt', 'idleExpiresAt', 'expiresAt'] as const
type SessionBody = Readonly<Record<(typeof fields)[number], string>>

function isSession(body: unknown): body is SessionBody {
  if (typeof body !== 'object' || body === null) return false
  return fields.every((name) => typeof Reflect.get(body, name) === 'string')
}

/** The server's clock and the browser's may differ, so this uses only the time that is left. */
function timesOf({ lastSeenAt, idleExpiresAt, expiresAt }: SessionBody, headers: Headers): SessionTimes {
  const serverNow = Date.parse(headers.get('X-Portico-Now') ?? '') || Date.now()
  const ends = Date.parse(idleExpiresAt)
  return {
    endsAt: Date.now() + ends - serverNow,
    isLast: idleExpiresAt === expiresAt,
    idleMs: ends - Date.parse(lastSeenAt),
  }
}
