import type { Browser } from './browser.ts'
import { startService, type TestService } from './service.ts'

interface SignedIn extends AsyncDisposable {
  readonly here: TestService
  readonly user: Browser
}

/** A service and a user who is signed in there; what the login asked of the device is forgotten. */
export async function signedIn(username = 'admin', flags: readonly string[] = []): Promise<SignedIn> {
  const here = await startService({ flags })
  const user = here.browser()
  const { status } = await user.logIn(username)
  if (status !== 303) throw new Error(`${username} was not let in: ${status}`)
  here.demo.journal.clear()
  return { here, user, [Symbol.asyncDispose]: () => here[Symbol.asyncDispose]() }
}
