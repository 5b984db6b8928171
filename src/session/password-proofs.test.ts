import { expect, test } from 'bun:test'
import { fakeUser } from '../../test/support/fake-user.ts'
import { minutes, startSessions } from '../../test/support/sessions.ts'
import { DeviceError } from '../device/device-error.ts'
import { DeviceAccess } from './device-access.ts'
import { PasswordProofs } from './password-proofs.ts'

type Answer = 'body' | DeviceError

/** A session, and a device that answers one call after the other as told. */
async function startAccess() {
  const under = startSessions()
  const session = await under.live(await under.open())
  const calls: { readonly asked: string; answer(answer: Answer): Promise<void> }[] = []
  const call = async (asked: string) => {
    const { promise, resolve } = Promise.withResolvers<Answer>()
    calls.push({
      asked,
      async answer(answer) {
        resolve(answer)
        await Bun.sleep(0)
      },
    })
    const answer = await promise
    if (answer instanceof DeviceError) throw answer
    return answer
  }
  const user = fakeUser(call)
  const verify = async () => {
    await call('verify')
    return { user, alreadyRead: new Map() }
  }
  const access = new DeviceAccess({ verify, as: () => user, close() {} }, under.sessions)
  return { under, session, access, calls, asked: () => calls.map(({ asked }) => asked) }
}

const silent = new DeviceError('slow', 'timeout')
const denied = new DeviceError('denied', 'status-403')

/** A page with three fragments, two of them on the same resource. */
function openPage({ access, session }: Awaited<ReturnType<typeof startAccess>>) {
  const reads = ['a:system', 'a:system', 'a:state', 'a:interfaces'].map((name) => access.read(session, name))
  return Promise.allSettled(reads)
}

test('12.17 when the first read is answered the others go together', async () => {
  const here = await startAccess()
  here.under.clock.now += minutes(1)
  const page = openPage(here)
  await Bun.sleep(0)
  await here.calls[0]?.answer('body')
  expect(here.asked()).toEqual(['a:system', 'a:state', 'a:interfaces'])
  for (const call of here.calls) await call.answer('body')
  expect((await page).map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'))
})

test('12.17 a password that was accepted within the last minute is not asked about: all reads go at once', async () => {
  const here = await startAccess()
  here.under.clock.now += minutes(1) - 1
  openPage(here)
  await Bun.sleep(0)
  expect(here.calls).toHaveLength(3)
})

test.each([
  ['no answer', silent],
  ['a refusal that does not judge the password', denied],
])(
  '12.17 after %s the next read goes first, alone: an outage brings no more calls at once',
  async (_, error) => {
    const here = await startAccess()
    here.under.clock.now += minutes(1)
    openPage(here)
    await Bun.sleep(0)
    await here.calls[0]?.answer(error)
    expect(here.asked()).toEqual(['a:system', 'a:state'])
    await here.calls[1]?.answer(error)
    expect(here.asked()).toEqual(['a:system', 'a:state', 'a:interfaces'])
  },
)

test('12.6 a confirmation waits for the read under way, and asks only when that tells nothing', async () => {
  const here = await startAccess()
  here.under.clock.now += minutes(1)
  const read = here.access.read(here.session, 'a:page')
  const confirmations = [1, 2].map(() => here.access.confirmPassword(here.session))
  await Bun.sleep(0)
  await here.calls[0]?.answer('body')
  expect([await read, ...(await Promise.all(confirmations))]).toEqual(['body', 'accepted', 'accepted'])
  expect(here.asked()).toEqual(['a:page'])
})

test('12.6 a device that does not answer is asked again after ten seconds, not at once', async () => {
  const here = await startAccess()
  here.under.clock.now += minutes(1)
  const confirm = () => here.access.confirmPassword(here.session)
  const first = [confirm(), confirm()]
  await Bun.sleep(0)
  await here.calls[0]?.answer(silent)
  expect([...(await Promise.all(first)), await confirm()]).toEqual(Array(3).fill('accepted'))
  expect(here.asked()).toEqual(['verify'])
  here.under.clock.now += 10_000
  const later = confirm()
  await Bun.sleep(0)
  await here.calls[1]?.answer('body')
  expect(await later).toBe('accepted')
})

test('R8 12.6 a session that began by a clock ahead of ours proves nothing', async () => {
  const here = await startAccess()
  here.under.clock.now -= minutes(5)
  const confirmation = here.access.confirmPassword(here.session)
  await Bun.sleep(0)
  await here.calls[0]?.answer(silent)
  expect(await confirmation).toBe('unknown')
})

test('(6) a hundred confirmations at once are one call, and take no place from the reads of a page', async () => {
  const here = await startAccess()
  here.under.clock.now += minutes(1)
  const confirmations = Array.from({ length: 100 }, () => here.access.confirmPassword(here.session))
  const page = openPage(here)
  await Bun.sleep(0)
  expect(here.asked()).toEqual(['verify'])
  await here.calls[0]?.answer('body')
  expect(new Set(await Promise.all(confirmations))).toEqual(new Set(['accepted']))
  for (const call of here.calls) await call.answer('body')
  expect((await page).map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'))
})

test('R11 12.6 many logins are not remembered without limit, but what a call waits for is', async () => {
  const proofs = new PasswordProofs(() => minutes(1))
  const proofOf = (number: number) => proofs.of({ record: { key: `${number}` }, createdAt: 0 })
  const first = proofOf(0)
  const { promise, resolve } = Promise.withResolvers<void>()
  const sent = first.send(() => promise)
  for (let number = 1; number < 60_000; number++) proofOf(number)
  expect(proofs.size).toBeLessThan(25_000)
  expect(proofOf(0)).toBe(first)
  resolve()
  await sent
})
