import { afterAll, expect, test } from 'bun:test'
import { chownSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { portico } from '../../test/support/portico.ts'
import { startRedis } from '../../test/support/redis.ts'
import { startService } from '../../test/support/service.ts'
import { sharedStore } from '../../test/support/shared-store.ts'
import { temporaryFile, temporaryFolder } from '../../test/support/temporary-file.ts'

const sessions = (...args: readonly string[]) =>
  portico(`portico sessions ${args.map((arg) => `'${arg}'`).join(' ')}`)

const redis = await startRedis()
afterAll(() => redis.stop())

test.each([
  ['Redis', () => redis.url],
  ['SQLite', () => `sqlite:${join(temporaryFolder(), 'sessions.db')}`],
])('12.6 an administrator lists a user’s sessions in %s and ends them, one or all', async (_, url) => {
  const flags = sharedStore(url())
  await using service = await startService({ flags, now: Date.now })
  const [desk, phone, guest] = [service.browser(), service.browser(), service.browser()]
  await desk.logIn()
  await phone.logIn()
  await guest.logIn('guest')

  const { output, status } = await sessions('--user', 'admin', ...flags)
  const [heading, ...rows] = output.trimEnd().split('\n')
  expect([status, rows.length]).toEqual([0, 2])
  expect(heading).toMatch(/^ID +SINCE \(UTC\) +LAST USED +ENDS UNLESS USED +ADDRESS +BROWSER$/)
  const { id } = await desk.session()
  expect(rows.find((row) => row.startsWith(id))).toMatch(/ \d{4}-\d\d-\d\d \d\d:\d\d:\d\d .* 127\.0\.0\.1/)

  expect(await sessions('--user', 'admin', '--end', id, ...flags)).toMatchObject({
    status: 0,
    output: 'Ended 1 session of admin.\n',
  })
  expect([await desk.isLoggedIn(), await phone.isLoggedIn()]).toEqual([false, true])
  expect(await sessions('--user', 'admin', '--end', id, ...flags)).toMatchObject({
    status: 1,
    output: `admin has no session ${id}.\n`,
  })
  expect((await sessions('--user', 'admin', '--end=all', ...flags)).output).toBe(
    'Ended 1 session of admin.\n',
  )
  expect([await phone.isLoggedIn(), await guest.isLoggedIn()]).toEqual([false, true])
  expect((await sessions('--user', 'admin', ...flags)).output).toBe('admin has no sessions.\n')
})

test.each<[string, () => readonly string[], number, string]>([
  ['sessions in memory', () => ['--user', 'a', '--device-name', 'd'], 2, 'known to the running service only'],
  ['no user', () => sharedStore('memory:'), 2, '--user: is missing: whose sessions?'],
  [
    'no device',
    () => ['--user', 'a', ...sharedStore(redis.url).slice(0, 4)],
    2,
    'sessions belong to a device',
  ],
  ['a wrong flag', () => ['--user', 'a', '--ned', 'all'], 2, '--ned: portico sessions takes no such flag'],
  [
    'no database',
    () => ['--user', 'a', ...sharedStore('sqlite:/tmp/no-such.db')],
    2,
    'There is no session database /tmp/no-such.db.',
  ],
  [
    'a store that is down',
    () => ['--user', 'a', ...sharedStore('redis://127.0.0.1:1')],
    1,
    'the session store cannot be asked: redis is unavailable',
  ],
])('12.6 %s is answered with a sentence', async (_, args, status, sentence) => {
  const answer = await sessions(...args())
  expect(answer).toMatchObject({ status, output: '' })
  expect(answer.complaint).toStartWith('portico: ')
  expect(answer.complaint.trimEnd().split('\n')).toHaveLength(1)
  expect(answer.complaint).toContain(sentence)
  expect(existsSync('/tmp/no-such.db')).toBe(false)
})

const isRoot = process.geteuid?.() === 0
test.skipIf(!isRoot)(
  '12.6 started by root it goes on as the service’s user, and takes the settings from their file',
  async () => {
    const nobody = 65_534
    const folder = join(temporaryFolder(), 'state')
    mkdirSync(folder)
    const database = join(folder, 'sessions.db')
    const flags = sharedStore(`sqlite:${database}`)
    const secret = flags[3] ?? ''
    await using service = await startService({ flags, now: Date.now })
    await service.browser().logIn()
    const wal = `${database}-wal`
    for (const path of [
      join(folder, '..'),
      folder,
      database,
      wal,
      `${database}-shm`,
      secret,
      join(secret, '..'),
    ])
      chownSync(path, nobody, nobody)

    const lines = [
      `SESSION_STORE=sqlite:${database}`,
      `SESSION_SECRET_FILE=${secret}`,
      'DEVICE_NAME="the device"',
    ]
    const settings = temporaryFile('default', lines.join('\n'))
    const { output, complaint } = await sessions('--user', 'admin', '--end', 'all', '--settings', settings)
    expect([output, complaint]).toEqual(['Ended 1 session of admin.\n', ''])
    expect([database, wal].map((path) => statSync(path).uid)).toEqual([nobody, nobody])
  },
)
