import type { Context } from 'hono'
import type { Session } from '../session/session.ts'
import type { SessionRecord } from '../session/session-store.ts'
import type { Sessions } from '../session/sessions.ts'
import type { Cookies } from './cookies.ts'
import { readForm } from './form.ts'
import { logOut } from './logout.ts'
import type { Layout } from './pages/layout.ts'
import type { Renderer } from './renderer.ts'
import { forSession, type Route, redirectFully } from './routes.ts'
import type { Scope } from './scope.ts'
import type { SessionRow } from './views/view-data.ts'

interface SessionsParts {
  readonly sessions: Sessions
  readonly cookies: Cookies
  readonly renderer: Renderer
  readonly layout: Layout
}

/** What a script may know and set of its own session, and the page of all the user's sessions. No device call. */
export function sessionRoutes(parts: SessionsParts): Route[] {
  const { sessions } = parts
  const describe = forSession((c, session) => describeSession(sessions, c, session))
  const setTimeout = forSession((c, session) => setIdleTimeout(sessions, c, session))
  const show = forSession((c, session) => showSessions(parts, c, session))
  const revoke = forSession((c, session) => revokeOne(parts, c, session))
  const revokeOthers = forSession(async (c, session) => {
    await sessions.revokeOthers(session)
    return redirectFully(c, '/sessions')
  })
  return [
    { path: '/session', access: 'session', extendsSession: false, methods: { GET: describe } },
    { path: '/session/timeout', access: 'session', csrf: 'session', methods: { POST: setTimeout } },
    { path: '/sessions', access: 'session', methods: { GET: show } },
    { path: '/sessions/revoke', access: 'session', csrf: 'session', methods: { POST: revoke } },
    { path: '/sessions/revoke-others', access: 'session', csrf: 'session', methods: { POST: revokeOthers } },
  ]
}

/** Never a token, never a password. */
function describeSession(sessions: Sessions, c: Context<Scope>, session: Session) {
  const { id, username, features, createdAt, lastSeenAt, idleEndsAt, endsAt } = session
  // The server's time comes along: the clock of a browser may be wrong.
  c.header('X-Portico-Now', inUtc(sessions.now()))
  return c.json({
    id,
    username,
    features,
    createdAt: inUtc(createdAt),
    lastSeenAt: inUtc(lastSeenAt),
    idleExpiresAt: inUtc(idleEndsAt),
    expiresAt: inUtc(endsAt),
  })
}

const inUtc = (time: number) => new Date(time).toISOString()

/** The session's own idle limit, in seconds. The server's limit caps it. */
async function setIdleTimeout(sessions: Sessions, c: Context<Scope>, session: Session) {
  const form = await readForm(c)
  const timeout = form.kind === 'form' ? form.fields.get('timeout') : undefined
  if (timeout === undefined || !/^\d+$/.test(timeout)) {
    return c.text('timeout is not a number of seconds', 400)
  }
  await sessions.setIdleLimit(session, Number(timeout) * 1000)
  return c.body(null, 204)
}

async function showSessions(
  { sessions, renderer, layout }: SessionsParts,
  c: Context<Scope>,
  session: Session,
) {
  const { title } = renderer.textFor(c).sessions
  const records = await sessions.list(session.username)
  const currentFirst = records.toSorted((a, b) => Number(b.id === session.id) - Number(a.id === session.id))
  const rows = currentFirst.map((record) => rowOf(record, session, sessions.endOf(record)))
  const body = renderer.draw(c, 'sessions', { title, rows, CsrfToken: renderer.csrfTokenFor(c) })
  return layout.show(c, session, { title, body })
}

function rowOf(record: SessionRecord, current: Session, endsAt: number): SessionRow {
  return {
    id: record.id,
    isCurrent: record.id === current.id,
    createdAt: inUtc(record.createdAt),
    lastSeenAt: inUtc(record.lastSeenAt),
    endsAt: inUtc(endsAt),
    address: record.address,
    browser: record.browser,
  }
}

/** Another user's session and one that does not exist get the same answer: not found. */
async function revokeOne(parts: SessionsParts, c: Context<Scope>, session: Session) {
  const { sessions, renderer } = parts
  const form = await readForm(c)
  const id = form.kind === 'form' ? form.fields.get('id') : undefined
  if (id === session.id) return logOut(parts, c)
  if (id === undefined || !(await sessions.revoke(session, id))) return renderer.showMessage(c, 404)
  return redirectFully(c, '/sessions')
}
