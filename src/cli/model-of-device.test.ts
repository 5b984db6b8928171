import { afterAll, beforeAll, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTestDevice, type TestDevice } from '../../test/support/device/test-device.ts'
import { portico } from '../../test/support/portico.ts'
import { temporaryFile, temporaryFolder } from '../../test/support/temporary-file.ts'

let device: TestDevice
beforeAll(async () => {
  device = await startTestDevice()
})
afterAll(() => device.stop())

const model = (env: Record<string, string>, ...flags: string[]) =>
  portico(`portico model ${flags.join(' ')}`, { env })

const admin = { PORTICO_USERNAME: 'admin', PORTICO_PASSWORD: 'admin' }

test("portico model --restconf prints a device's model, a line a node", async () => {
  const { status, output, complaint } = await model(admin, '--restconf', device.url)
  expect([status, complaint]).toEqual([0, ''])
  const lines = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.find(({ p }) => p === '/harbour:harbour/harbour:berth')).toMatchObject({
    k: 'list',
    min: 1,
  })
  const { output: summary } = await model(admin, '--restconf', device.url, '--summary')
  expect(summary).toMatch(/^modules +19, of which 17 are implemented$/m)
})

test('portico model --help explains every short name that a line has', async () => {
  const { output } = await model(admin, '--restconf', device.url)
  const { output: help } = await model({}, '--help')
  const names = new Set(
    output
      .trim()
      .split('\n')
      .flatMap((line) => Object.keys(JSON.parse(line))),
  )
  const legend = help.slice(help.indexOf('a line of JSON for each node'))
  expect([...names].filter((name) => !new RegExp(`(^  |[,;] )${name}(,|:|  )`, 'm').test(legend))).toEqual([])
})

test('what prevents it is said in a sentence, with exit status 1', async () => {
  const wrong = await model({ ...admin, PORTICO_PASSWORD: 'x' }, '--restconf', device.url)
  expect([wrong.status, wrong.output]).toEqual([1, ''])
  expect(wrong.complaint).toMatch(
    /^portico: the device refuses this name and password: .*\(status-401\).*\n$/,
  )
  const hidden = await model(
    { PORTICO_USERNAME: 'noread', PORTICO_PASSWORD: 'noread' },
    '--restconf',
    device.url,
  )
  expect([hidden.status, hidden.complaint]).toEqual([
    1,
    expect.stringMatching(/^portico: the YANG library cannot be read/),
  ])
  const anonymous = await model({}, '--restconf', device.url)
  expect([anonymous.status, anonymous.complaint]).toEqual([
    1,
    expect.stringMatching(/^portico: the model is read as a user: PORTICO_USERNAME/),
  ])
  const nothing = await model({})
  expect([nothing.status, nothing.complaint]).toEqual([2, expect.stringContaining('--sources and --library')])
})

test('words of a hostile device steer no terminal, and its lines are not put together in memory', async () => {
  const steering = String.fromCharCode(0x1b, 0x5d, 0x30, 0x3b, 0x9b, 0x33, 0x31, 0x6d, 0x202e)
  const folder = temporaryFolder()
  const repeated = Array.from({ length: 40 }, (_, n) => `container c${n} { uses many; }`).join(' ')
  writeFileSync(
    join(folder, 'hostile.yang'),
    `module hostile { namespace "urn:h"; prefix h;
       leaf steering { type string; units "${steering}"; } leaf lost { type "${steering}"; }
       grouping many { ${Array.from({ length: 100 }, (_, n) => `leaf l${n} { type string; units "${'u'.repeat(30_000)}"; }`).join(' ')} }
       ${repeated} }`,
  )
  const library = temporaryFile('library.json', '[{"name":"hostile"}]')
  const program = Bun.spawn(
    [process.execPath, 'src/main.ts', 'model', '--sources', folder, '--library', library],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const complaint = new Response(program.stderr).text()
  const reader = program.stdout.getReader()
  const first = new TextDecoder().decode((await reader.read()).value)
  let length = 0
  for (let part = await reader.read(); part.value; part = await reader.read()) length += part.value.length
  expect(await program.exited).toBe(0)
  expect(first.split('\n')[0]).toContain('\\u001b]0;\\u009b31m\\u202e')
  for (const text of [first, await complaint]) expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u)
  expect(await complaint).toContain(']0;')
  expect(length).toBeGreaterThan(119_000_000)
  expect(program.resourceUsage()?.maxRSS).toBeLessThan(300 * 2 ** 20)
})
