import { z } from 'zod'
import { unseal } from './sealed-record.ts'
import type { ServerSecret } from './server-secret.ts'
import { Session, type SessionContents } from './session.ts'
import type { SessionLimits } from './session-limits.ts'
import type { SessionRecord } from './session-store.ts'

/**
 * The session in a record, or undefined when the record is not what we sealed. Owner and times are compared with
 * those inside the seal, so that whoever can write to the store can neither lengthen nor reassign a session.
 */
export function openRecord(
  record: SessionRecord,
  token: string,
  { secret, limits }: { secret: ServerSecret; limits: SessionLimits },
): Session | undefined {
  const text = unseal(record.sealedSession, { secret, token, key: record.key, purpose: 'session' })
  const contents = text === undefined ? undefined : parseContents(text)
  if (contents?.owner !== record.owner || contents.createdAt !== record.createdAt) return undefined
  const endsAt = Math.min(contents.endsAt, contents.createdAt + limits.absoluteMs)
  const idleMs = Math.min(record.idleMs, limits.idleMs)
  return new Session(token, { ...record, idleMs }, { ...contents, endsAt })
}

export function openPassword({ record, token }: Session, secret: ServerSecret): string | undefined {
  return unseal(record.sealedPassword, { secret, token, key: record.key, purpose: 'password' })
}

/** The seal vouches for the contents; what is checked is that this version of us wrote them. */
const shape = z.object({
  username: z.string(),
  csrfToken: z.string(),
  features: z.record(z.string(), z.boolean()),
  owner: z.string(),
  createdAt: z.number(),
  endsAt: z.number(),
})

function parseContents(text: string): SessionContents | undefined {
  return shape.safeParse(JSON.parse(text)).data
}
