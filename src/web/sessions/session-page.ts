import type { Context } from 'hono'
import type { Session } from '../../session/session.ts'
import type { Sessions } from '../../session/sessions.ts'
import type { Cookies } from '../cookies.ts'
import { readForm } from '../form.ts'
import { logOut } from '../logout.ts'
import type { Messages } from '../messages.ts'
import type { Shell } from '../pages/shell.ts'
import { redirectFully } from '../redirect.ts'
import { forSession, type Route } from '../routes.ts'
import type { Scope } from '../scope.ts'
import type { Screen } from '../screen.ts'
import { sessionRows } from './session-rows.ts'

interface SessionPageParts {
  readonly sessions: Sessions
  readonly cookies: Cookies
  readonly screen: Screen
  readonly shell: Shell
  readonly messages: Messages
}

/** Where you are signed in, and how to end that. It asks the store, never the device. */
export function sessionPageRoutes(parts: SessionPageParts): Route[] {
  const show = forSession((c, session) => showSessions(parts, c, session))
  const revoke = forSession((c, session) => revokeOne(parts, c, session))
  const revokeOthers = forSession(async (c, session) => {
    await parts.sessions.revokeOthers(session)
    return redirectFully(c, '/sessions')
  })
  return [
    { path: '/sessions', access: 'session', methods: { GET: show } },
    { path: '/sessions/revoke', access: 'session', methods: { POST: revoke } },
    { path: '/sessions/revoke-others', access: 'session', methods: { POST: revokeOthers } },
  ]
}

async function showSessions(
  { sessions, screen, shell }: SessionPageParts,
  c: Context<Scope>,
  session: Session,
) {
  const { title } = screen.textFor(c).sessions
  const rows = sessionRows(await sessions.list(session), session, (record) => sessions.endOf(record))
  const body = screen.draw(c, 'sessions', { title, rows, CsrfToken: screen.csrfTokenFor(c) })
  return shell.show(c, session, { title, body })
}

/** Another user's session and one that never was are the same to whoever asks: not found. */
async function revokeOne(parts: SessionPageParts, c: Context<Scope>, session: Session) {
  const { sessions, messages } = parts
  const form = await readForm(c)
  const id = form.kind === 'form' ? form.fields.get('id') : undefined
  if (id === session.id) return logOut(parts, c)
  if (id === undefined || !(await sessions.revoke(session, id))) return messages.show(c, 404)
  return redirectFully(c, '/sessions')
}
