import type { Credentials } from '../credentials.ts'
import { failure } from './codes.ts'

/** The Authorization header for these credentials. Real devices read the name and the password as UTF-8. */
export function basicAuthorization(credentials: Credentials): string {
  if (!credentials.canTravel) throw failure('unsendable-credentials')
  const pair = `${credentials.username}:${credentials.revealPassword()}`
  return `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`
}
