import { expect, test } from 'bun:test'
import { capturedLog } from '../../test/support/captured-log.ts'
import { fakeUser } from '../../test/support/fake-user.ts'
import { Credentials } from '../device/credentials.ts'
import { type AfterLogin, AuthenticatedContext, runAfterLogin } from './after-login.ts'

const context = new AuthenticatedContext(
  new Credentials('admin', 'canary'),
  fakeUser(async () => ({})),
)

async function run(hook: AfterLogin, within = new AbortController().signal, patienceMs = 60_000) {
  const log = capturedLog()
  await runAfterLogin(hook, context, { log, within, patienceMs })
  return log
}

test('a hook that ends well says nothing', async () => {
  expect((await run(() => {})).lines).toEqual([])
  expect((await run(async () => {})).lines).toEqual([])
})

test('what it throws is logged with its message', async () => {
  const log = await run(() => {
    throw new Error('no inventory')
  })
  expect(log.of('hook.failed')).toMatchObject([{ username: 'admin', error: { message: 'no inventory' } }])
})

test.each([
  ['an error', () => new Error('canary')],
  ['an error because of one', () => new Error('outer', { cause: new Error('at canary') })],
  ['a text', () => 'canary'],
  ['an object', () => ({ headers: { password: 'canary' } })],
  ['itself', () => context],
])('P1 %s that tells the password is withheld', async (_, thrown) => {
  const log = await run(async () => {
    throw thrown()
  })
  expect(log.of('hook.failed')).toHaveLength(1)
  expect(log.print()).not.toContain('canary')
})

test.each([
  ['the name and password of an address', (it: AuthenticatedContext) => addressOf(it).href],
  ['a query', ({ password }: AuthenticatedContext) => `?${new URLSearchParams({ password })}`],
  [
    'a path, among other things',
    ({ password }: AuthenticatedContext) => `100% ${encodeURIComponent(password)}`,
  ],
  [
    'an Authorization header',
    ({ username, password }: AuthenticatedContext) => btoa(`${username}:${password}`),
  ],
  ['JSON', ({ password }: AuthenticatedContext) => JSON.stringify({ password })],
  ['JSON in JSON', (it: AuthenticatedContext) => JSON.stringify(JSON.stringify({ key: it.password }))],
  ['base64', ({ password }: AuthenticatedContext) => btoa(password)],
  ['base64url after a prefix', (it: AuthenticatedContext) => `key_${base64url(`:${it.password}:`)}`],
  ['hexadecimal', ({ password }: AuthenticatedContext) => Buffer.from(password).toString('hex')],
  ['a text with a backslash and both quotes', ({ password }: AuthenticatedContext) => `"${password}'`],
])('P1 a password that stands in %s is withheld, too', async (_, spell) => {
  const hard = new AuthenticatedContext(new Credentials('admin', 'p@ss \\/+"word\''), context.device)
  const spelled = spell(hard)
  for (const thrown of [spelled, new Error(`no answer from ${spelled}`)]) {
    const log = capturedLog()
    const hook = () => Promise.reject(thrown)
    await runAfterLogin(hook, hard, { log, within: new AbortController().signal, patienceMs: 60_000 })
    expect(log.of('hook.failed')).toMatchObject([{ error: { message: expect.stringMatching(/^withheld/) } }])
  }
})

const base64url = (text: string) => Buffer.from(text).toString('base64url')

function addressOf({ username, password }: AuthenticatedContext): URL {
  return Object.assign(new URL('https://inventory.example'), { username, password })
}

test('one that hangs is left behind when its patience or the login’s time is over', async () => {
  const hang = () => new Promise<void>(() => {})
  expect((await run(hang, undefined, 1)).of('hook.left-behind')).toHaveLength(1)
  expect((await run(hang, AbortSignal.abort())).of('hook.left-behind')).toHaveLength(1)
})

test('one that is left behind and fails later does not affect the login', async () => {
  let fail = (_: Error) => {}
  const log = await run(
    () =>
      new Promise<void>((_, reject) => {
        fail = reject
      }),
    AbortSignal.abort(),
  )
  fail(new Error('late'))
  await Promise.resolve()
  expect(log.lines.map(({ event }) => event)).toEqual(['hook.left-behind'])
})
