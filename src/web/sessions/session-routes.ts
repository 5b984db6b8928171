import type { Context } from 'hono'
import type { Session } from '../../session/session.ts'
import type { Sessions } from '../../session/sessions.ts'
import { readForm } from '../form.ts'
import { forSession, type Route } from '../routes.ts'
import type { Scope } from '../scope.ts'

/** What a script may know of its session, and what it may ask of it. */
export function sessionRoutes(sessions: Sessions): Route[] {
  return [
    {
      path: '/session',
      access: 'session',
      extendsSession: false,
      methods: { GET: forSession((c, session) => showSession(sessions, c, session)) },
    },
    {
      path: '/session/timeout',
      access: 'session',
      methods: { POST: forSession((c, session) => setTimeLimit(sessions, c, session)) },
    },
  ]
}

/** With the time it is here: the clocks of browsers need not agree with ours. */
function showSession(sessions: Sessions, c: Context<Scope>, session: Session) {
  c.header('X-Portico-Now', new Date(sessions.now()).toISOString())
  return c.json(describe(session))
}

/** Never a token, never a password. */
function describe({ id, username, features, createdAt, lastSeenAt, idleEndsAt, endsAt }: Session) {
  const utc = (time: number) => new Date(time).toISOString()
  return {
    id,
    username,
    features,
    createdAt: utc(createdAt),
    lastSeenAt: utc(lastSeenAt),
    idleExpiresAt: utc(idleEndsAt),
    expiresAt: utc(endsAt),
  }
}

/** The session's own idle limit, in seconds; it can be no longer than the server's. */
async function setTimeLimit(sessions: Sessions, c: Context<Scope>, session: Session) {
  const form = await readForm(c)
  const timeout = form.kind === 'form' ? form.fields.get('timeout') : undefined
  if (timeout === undefined || !/^\d+$/.test(timeout))
    return c.text('timeout is not a number of seconds', 400)
  await sessions.setIdleLimit(session, Number(timeout) * 1000)
  return c.body(null, 204)
}
