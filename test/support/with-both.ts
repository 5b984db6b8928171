import type { Browser } from './browser.ts'
import { startService, type TestService } from './service.ts'

/** A user and a stranger at the same service. */
export async function withBoth(
  look: (both: { user: Browser; stranger: Browser; here: TestService }) => Promise<void>,
): Promise<void> {
  await using here = await startService()
  const user = here.browser()
  await user.logIn()
  await look({ user, stranger: here.browser(), here })
}
