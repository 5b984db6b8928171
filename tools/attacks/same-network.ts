import { parseSetCookie } from '../../test/support/cookie-jar.ts'
import { startService, type TestService } from '../../test/support/service.ts'

/**
 * Attack 2: a stranger fails ten times a minute all day, from the address of the administrator or from the same /64. How many of
 * the administrator's right passwords, one a minute, are answered 429? The clock is moved; service and device are real.
 */
const MINUTES = 24 * 60
const GUESSES_A_MINUTE = 10

interface Neighbours {
  readonly what: string
  readonly admin: string
  readonly strangerAt: (guess: number) => string
}

const neighbourhoods: readonly Neighbours[] = [
  { what: 'behind the same NAT', admin: '192.0.2.1', strangerAt: () => '192.0.2.1' },
  { what: 'one address of the same /64', admin: '2001:db8::1', strangerAt: () => '2001:db8::bad' },
  {
    what: 'all addresses of the same /64',
    admin: '2001:db8::1',
    strangerAt: (guess) => `2001:db8::bad:${guess.toString(16)}`,
  },
]

console.log(
  `${MINUTES} right passwords in a day beside a stranger who fails ten times a minute: answered 429`,
)
console.log(
  '  before, as the audit saw it: 2335 right passwords answered 429, by 1470 requests of the stranger',
)
for (const neighbours of neighbourhoods) {
  await using service = await startService()
  const known = await knownCookie(service)
  const refused = { knownBrowser: 0, otherBrowser: 0 }
  for (let minute = 0; minute < MINUTES; minute++) {
    await spendMinute(service, neighbours, minute)
    if (await isRefused(service, neighbours.admin, { Cookie: known })) refused.knownBrowser++
    if (await isRefused(service, neighbours.admin, {})) refused.otherBrowser++
  }
  const { knownBrowser, otherBrowser } = refused
  console.log(
    `  now, ${neighbours.what.padEnd(30)} known browser ${knownBrowser}, first login there ${otherBrowser}`,
  )
}

async function spendMinute(service: TestService, { strangerAt }: Neighbours, minute: number): Promise<void> {
  for (let guess = 0; guess < GUESSES_A_MINUTE; guess++) {
    service.clock.advance(60_000 / GUESSES_A_MINUTE)
    const from = strangerAt((minute * GUESSES_A_MINUTE + guess) % 60_000)
    await service.postLogin({ from, password: 'guess' })
  }
}

async function isRefused(
  service: TestService,
  from: string,
  headers: Record<string, string>,
): Promise<boolean> {
  return (await service.postLogin({ from, headers })).status === 429
}

/** What a browser keeps of an earlier login. */
async function knownCookie(service: TestService): Promise<string> {
  const answer = await service.postLogin({ from: '203.0.113.1' })
  const cookie = answer.headers
    .getSetCookie()
    .map(parseSetCookie)
    .find(({ name }) => name === 'known')
  if (!cookie) throw new Error(`the login left no cookie: ${answer.status}`)
  return `known=${cookie.value}`
}
