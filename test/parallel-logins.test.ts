import { expect, test } from 'bun:test'
import { oneService } from './support/service.ts'
import { logInAt, look, type Visitor } from './support/visitor.ts'

// On a busy machine a hundred logins may take longer than one of them would wait.
const here = oneService({ flags: ['--login-deadline', '60s'], turnPatienceMs: 60_000 })

test('S12 a hundred users log in at once: a hundred tokens, and in 2 000 requests no user is taken for another', async () => {
  const names = Array.from({ length: 100 }, (_, number) => `user${number}`)
  for (const name of names) here.demo.accounts.add(name, `password of ${name}`)
  const { origin } = await here.browserOverHttp()

  const logins = await Promise.all(names.map((name) => logInAt(origin.href, name, `password of ${name}`)))
  const visitors = logins.filter((visitor): visitor is Visitor => visitor !== undefined)
  expect(new Set(visitors.map(({ session }) => session)).size).toBe(100)
  expect(new Set(visitors.map(({ csrf }) => csrf)).size).toBe(100)

  for (let round = 0; round < 20; round++) {
    const seen = await Promise.all(visitors.map((visitor) => look(origin.href, visitor)))
    expect(seen).toEqual(names.map((username) => ({ kind: 'known', username })))
  }
})
