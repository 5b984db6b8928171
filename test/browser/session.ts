import type { Page } from '@playwright/test'
import { z } from 'zod'
import { logInAt } from '../support/visitor.ts'

const session = z.object({
  id: z.string(),
  username: z.string(),
  lastSeenAt: z.coerce.date(),
  idleExpiresAt: z.coerce.date(),
})

/** The page's session as the service tells it. Asking does not extend it. */
export async function readSession(page: Page) {
  const answer = await page.request.get('/session')
  return session.parse(await answer.json())
}

/** The status of asking for the session: 200 while it lives, 401 after. */
export async function sessionStatus(page: Page): Promise<number> {
  const answer = await page.request.get('/session', { headers: { accept: 'application/json' } })
  return answer.status()
}

/** Gives the session an idle limit that a test has the time for, and the page to know of it. */
export async function setIdleLimit(page: Page, seconds: number): Promise<void> {
  await page.request.post('/session/timeout', { headers: await tokenOf(page), form: { timeout: seconds } })
  await page.reload()
}

/** Ends the session as its user would from another browser. */
export async function endElsewhere(page: Page): Promise<void> {
  const { username, id } = await readSession(page)
  const { origin } = new URL(page.url())
  const elsewhere = await logInAt(origin, username)
  if (!elsewhere) throw new Error(`${username} was not let in elsewhere`)
  const { session, csrf } = elsewhere
  const headers = { Cookie: `session=${session}` }
  const body = new URLSearchParams({ csrf, id })
  await fetch(`${origin}/sessions/revoke`, { method: 'POST', headers, body, redirect: 'manual' })
}

async function tokenOf(page: Page): Promise<Record<string, string>> {
  const token = await page.locator('meta[name="csrf-token"]').getAttribute('content')
  return { 'X-CSRF-Token': token ?? '' }
}
