import { describe, expect, test } from 'bun:test'
import { inspect } from 'node:util'
import type { AuthenticatedContext } from '../src/login/after-login.ts'
import { startService, type TestService } from './support/service.ts'
import { sqliteStore } from './support/sqlite-store.ts'

describe('POST /login, processing order', () => {
  test('4. build an authenticated context carrying the username and password', async () => {
    const { context } = await loginWithHook()
    expect(context.username).toBe('admin')
    expect(context.password).toBe('päss:wörd')
  })

  test('6. if a post-login hook is configured, call it in the foreground with the authenticated context', async () => {
    const order: string[] = []
    await using here = await startService({
      async afterLogin({ username }) {
        order.push(`features read: ${here.demo.journal.count({ resource: 'infix-services:web' })}`)
        await Bun.sleep(1)
        order.push(`hook done for ${username}`)
      },
    })
    const welcome = await here.browser().logIn()
    order.push(`answered ${welcome.status}`)
    expect(order).toEqual(['features read: 1', 'hook done for admin', 'answered 303'])
  })

  test('6. comes before 7.: the hook runs while there is no session yet', async () => {
    const store = sqliteStore()
    const kept: number[] = []
    await using here = await startService({
      flags: store.flags,
      afterLogin: () => {
        kept.push(store.query('SELECT * FROM records').length)
      },
    })
    await here.browser().logIn()
    expect(kept).toEqual([0])
    expect(store.query('SELECT * FROM records')).toHaveLength(1)
  })

  test('6. the hook receives the user’s credentials, so it starts its own background work for anything slow', async () => {
    const { context, here } = await loginWithHook()
    here.demo.journal.clear()
    const state = await context.device.get('ietf-system:system-state')
    expect(state).toMatchObject({ 'ietf-system:system-state': { platform: { 'os-name': 'Infix' } } })
    expect(here.demo.journal.entries).toMatchObject([{ username: 'admin', status: 200 }])
    await here[Symbol.asyncDispose]()
  })

  test('6. P5 printing the context shows no password', async () => {
    const { context, here } = await loginWithHook()
    await here[Symbol.asyncDispose]()
    const prints = [
      inspect(context, { depth: 20, showHidden: true }),
      JSON.stringify({ context }),
      String(context),
      `${context}`,
      inspect({ ...context }, { depth: 20, showHidden: true }),
    ]
    expect(Object.keys(context)).toEqual(['device'])
    for (const print of prints) {
      expect(print).not.toContain('päss:wörd')
      expect(print).not.toContain(Buffer.from('päss:wörd').toString('base64').slice(2, -3))
    }
  })

  test.each([
    [
      'a throw',
      () => {
        throw new Error('the hook is broken')
      },
    ],
    [
      'a rejected promise',
      async () => {
        throw new Error('the hook is broken')
      },
    ],
  ])('6. %s is logged and login goes on', async (_, afterLogin) => {
    await using here = await startService({ afterLogin })
    expect((await here.browser().logIn()).status).toBe(303)
    expect(here.log.of('hook.failed')).toMatchObject([
      { username: 'admin', error: { message: 'the hook is broken' } },
    ])
  })

  test('6. a hook that takes more than its time is left behind, logged, and login goes on', async () => {
    await using here = await startService({
      afterLogin: () => new Promise<void>(() => {}),
      hookPatienceMs: 1,
    })
    expect((await here.browser().logIn()).status).toBe(303)
    expect(here.log.of('hook.left-behind')).toMatchObject([{ username: 'admin' }])
  })
})

/** A login whose hook kept the context it was given. */
async function loginWithHook(): Promise<{ context: AuthenticatedContext; here: TestService }> {
  const contexts: AuthenticatedContext[] = []
  const here = await startService({ afterLogin: (context) => void contexts.push(context) })
  here.demo.accounts.setPassword('admin', 'päss:wörd')
  await here.browser().logIn('admin', 'päss:wörd')
  const [context] = contexts
  if (!context) throw new Error('the hook was not called')
  return { context, here }
}
