import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What each contestant is to answer with: Portico's own pages as templates, and its headers. */
export const views = process.env.BENCH_VIEWS ?? 'views'
export const headers = Object.entries(JSON.parse(readFileSync(join(views, 'headers.json'), 'utf8')))

/** What a session remembers, as Portico's does. */
export function sessionOf(username, csrfToken) {
  return {
    username,
    password: 'a-password-of-20-chr',
    csrfToken,
    features: { console: true, 'the service': true, wifi: true, containers: false },
    createdAt: Date.now(),
    address: '192.0.2.10',
    browser: 'Firefox on Linux',
  }
}

/** How many sessions to make before the first request, to see what they weigh. */
export const sessionsAtStart = Number(process.env.BENCH_SESSIONS ?? 0)

/** Whose memory is to be weighed has cleaned up; whose start is timed does not wait for that. */
export function announce(port) {
  if (process.env.BENCH_SESSIONS !== undefined) globalThis.gc?.()
  console.log(JSON.stringify({ event: 'service.started', address: `http://127.0.0.1:${port}/` }))
}
