import { expect, test } from 'bun:test'
import { fakeUser } from '../../test/support/fake-user.ts'
import { startSessions } from '../../test/support/sessions.ts'
import type { Device } from '../device/device.ts'
import { DeviceAccess } from './device-access.ts'

/** A device that answers when a test lets it, and counts what it was asked. */
function slowDevice(answer: () => Promise<unknown>) {
  const asked: string[] = []
  const gate = Promise.withResolvers<void>()
  const user = fakeUser(async (resource) => {
    asked.push(resource)
    await gate.promise
    return answer()
  })
  const device: Device = {
    verify: () => Promise.reject(new TypeError('there are no logins in this test')),
    as: () => user,
    close() {},
  }
  return { device, asked, answerAll: () => gate.resolve() }
}

async function manyReads(answer: () => Promise<unknown>) {
  const under = startSessions()
  const session = await under.live(await under.open())
  const slow = slowDevice(answer)
  const access = new DeviceAccess(slow.device, under.sessions)
  const reads = Array.from({ length: 20 }, (_, place) => access.read(session, `module:${place}`))
  return { under, session, slow, access, settled: Promise.allSettled(reads) }
}

test('a session that is revoked while the device is asked is shown nothing of the answer', async () => {
  const { under, session, slow, settled } = await manyReads(async () => 'body')
  await Bun.sleep(0)
  await under.sessions.close(session, 'revoked')
  slow.answerAll()
  expect((await settled).map(({ status }) => status)).not.toContain('fulfilled')
  expect(slow.asked).toHaveLength(4)
})

test('at most four reads of a session run at a time, and all of them are answered', async () => {
  const { slow, settled } = await manyReads(async () => 'body')
  await Bun.sleep(0)
  expect(slow.asked).toHaveLength(4)
  slow.answerAll()
  expect((await settled).every(({ status }) => status === 'fulfilled')).toBe(true)
  expect(slow.asked).toHaveLength(20)
})

test('of all sessions together at most 32 reads run at a time: a login always finds a connection', async () => {
  const under = startSessions()
  const slow = slowDevice(async () => 'body')
  const access = new DeviceAccess(slow.device, under.sessions)
  const sessions = await Promise.all(
    Array.from({ length: 10 }, async () => under.sessions.find(await under.open())),
  )
  const reads = sessions.flatMap((session) =>
    Array.from({ length: 4 }, (_, page) => session && access.read(session, `a:page${page}`)),
  )
  await Bun.sleep(0)
  expect(slow.asked).toHaveLength(32)
  slow.answerAll()
  await Promise.all(reads)
  expect(slow.asked).toHaveLength(40)
})

test('a browser that has gone before the turn came costs the device nothing', async () => {
  const { slow, access, session, settled } = await manyReads(async () => 'body')
  const browser = new AbortController()
  const left = access.read(session, 'module:left', browser.signal).catch((error: unknown) => error)
  browser.abort()
  slow.answerAll()
  await settled
  expect(await left).toMatchObject({ kind: 'slow', code: 'aborted' })
  expect(slow.asked).not.toContain('module:left')
})

test('beyond a number of waiting reads of one session there are no more', async () => {
  const { slow, access, session, settled } = await manyReads(async () => 'body')
  const more = Array.from({ length: 1_000 }, (_, place) => access.read(session, `module:more${place}`))
  const results = Promise.allSettled(more)
  slow.answerAll()
  await settled
  const refused = (await results).flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(slow.asked).toHaveLength(4 + 64)
  expect(refused).toHaveLength(1_020 - (4 + 64))
  expect(refused[0]).toMatchObject({ kind: 'slow', code: 'too-many-reads' })
})

test('equal reads of a session that are under way share one call; those of another session do not', async () => {
  const under = startSessions()
  const slow = slowDevice(async () => 'body')
  const access = new DeviceAccess(slow.device, under.sessions)
  const [mine, theirs] = [await under.live(await under.open()), await under.live(await under.open('guest'))]
  const reads = [mine, mine, theirs, mine].map((session) => access.read(session, 'a:page'))
  const other = access.read(mine, { resource: 'a:page', depth: 1 })
  slow.answerAll()
  expect(await Promise.all(reads.concat(other))).toEqual(Array(5).fill('body'))
  expect(slow.asked).toHaveLength(3)
  await access.read(mine, 'a:page')
  expect(slow.asked).toHaveLength(4)
})

test('a shared read goes on while one of its callers stays', async () => {
  const { slow, access, session, settled } = await manyReads(async () => 'body')
  const [gone, stays] = [new AbortController(), new AbortController()]
  const reads = [gone, stays].map(({ signal }) => access.read(session, 'module:shared', signal))
  gone.abort()
  slow.answerAll()
  await settled
  expect(await Promise.all(reads)).toEqual(['body', 'body'])
})

test('work in the background goes after what pages wait for', async () => {
  const { slow, access, session, settled } = await manyReads(async () => 'body')
  const background = access.inBackground(session)
  const model = background.get('module:library')
  const page = access.read(session, 'module:page')
  slow.answerAll()
  await Promise.all([settled, model, page])
  expect(slow.asked.slice(-2)).toEqual(['module:page', 'module:library'])
})
