import type { Page } from '@playwright/test'
import { z } from 'zod'

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
  const elsewhere = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin })
  if (!elsewhere) throw new Error('a test ends a session of a browser that is gone')
  const { username, id } = await readSession(page)
  await elsewhere.request.post('/login', { form: { username, password: username }, maxRedirects: 0 })
  const home = await (await elsewhere.request.get('/')).text()
  const csrf = /name="csrf" value="([^"]+)"/.exec(home)?.[1] ?? ''
  await elsewhere.request.post('/sessions/revoke', { form: { csrf, id }, maxRedirects: 0 })
  await elsewhere.close()
}

async function tokenOf(page: Page): Promise<Record<string, string>> {
  const token = await page.locator('meta[name="csrf-token"]').getAttribute('content')
  return { 'X-CSRF-Token': token ?? '' }
}
