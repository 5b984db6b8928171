import { startService } from '../../test/support/service.ts'

/** PAM delays the answer to a wrong password by about so much. */
const PAM_DELAY_MS = 2_000
const IDLE_MS = 61_000

/**
 * Attack 17: a password is changed at the device, and a page that was open before is loaded once more. How many wrong logins
 * does the device see? `pam_faillock deny=3` locks the account at the third.
 */
async function attack(): Promise<number> {
  await using service = await startService()
  const browser = service.browser()
  await browser.logIn()
  service.clock.advance(IDLE_MS)
  service.demo.accounts.setPassword('admin', 'changed')
  service.demo.faults.set({ kind: 'slow', ms: PAM_DELAY_MS })
  service.demo.journal.clear()
  const page = await browser.get('/')
  const fragments = [...page.body.matchAll(/hx-get="([^"]+)"/g)].flatMap(([, path]) => (path ? [path] : []))
  await Promise.all(fragments.map((path) => browser.get(path, { 'HX-Request': 'true' })))
  return service.demo.journal.count()
}

console.log('wrong logins of one page view with an outdated password')
console.log('  before (as the audit saw it)  3')
console.log(`  now                           ${await attack()}`)
