import type { Session } from '../session/session.ts'
import type { Route } from './routes.ts'

/** What a script may know about its session: never a token, never a password. */
export function sessionRoutes(): Route[] {
  return [
    {
      path: '/session',
      access: 'session',
      extendsSession: false,
      methods: { GET: (c) => c.json(c.var.session && describe(c.var.session)) },
    },
  ]
}

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
