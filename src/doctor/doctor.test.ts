import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startTestDevice, type TestDevice } from '../../test/support/device/test-device.ts'
import { portico } from '../../test/support/portico.ts'
import { atTerminal } from '../../test/support/terminal.ts'
import { until } from '../../test/support/until.ts'

let device: TestDevice
beforeAll(async () => {
  device = await startTestDevice()
})
afterAll(() => device.stop())

const admin = { PORTICO_USERNAME: 'admin', PORTICO_PASSWORD: 'admin' }

const doctor = (...args: readonly string[]) => doctorAs(admin, ...args)

const doctorAs = (env: Record<string, string>, ...args: readonly string[]) =>
  portico(`portico doctor ${args.join(' ')}`, { env })

test('a script learns from the exit status whether a login would work', async () => {
  expect((await doctor('--restconf', device.url)).status).toBe(0)
  expect((await doctor('--restconf', 'http://127.0.0.1:1/restconf')).status).toBe(1)
  expect((await doctor('--restconf', 'nonsense')).status).toBe(2)
})

test('without credentials no login is promised, whatever the path', async () => {
  const { status, output } = await doctorAs({}, '--restconf', `${device.url}/nope`)
  expect([status, output]).toEqual([3, expect.stringContaining('A login was not tried.')])
  const { output: json } = await doctorAs({}, '--json', '--restconf', device.url)
  expect(JSON.parse(json)).toMatchObject({ login: 'not-tried' })
})

test('people read a line a step, and below it what to do', async () => {
  const { output } = await doctor('--restconf', 'http://nowhere.invalid/restconf')
  expect(output).toMatch(/^FAILED {3}name .* nowhere\.invalid has no address\n +→ Check the spelling/m)
  expect(output).toContain('skipped  connection')
  expect(output).toEndWith('A login would not work.\n')
})

test('--json prints the findings and nothing else, and no password', async () => {
  const { output } = await doctor('--json', '--restconf', device.url)
  expect(JSON.parse(output)).toMatchObject({
    login: 'works',
    findings: [{ step: 'name', result: 'ok' }, {}, {}, {}, {}, {}, {}, {}, {}, { step: 'model' }],
  })
  expect(output).not.toContain('"admin"')
})

test('--through must be an address', async () => {
  const { status, complaint } = await doctor('--restconf', device.url, '--through=portico.example')
  expect(status).toBe(2)
  expect(complaint).toContain('--through: takes the address that browsers use')
})

describe('13.3 Ctrl-C and Ctrl-D at a question end it without a trace', () => {
  const [ctrlC, ctrlD] = ['\x03', '\x04']
  test.each([
    ['Ctrl-C at the name', [ctrlC]],
    ['Ctrl-D at the name', [ctrlD]],
    ['Ctrl-C at the password', ['admin\r', ctrlC]],
    ['Ctrl-D at the password', ['admin\r', ctrlD]],
  ])('%s', async (_, keys) => {
    const { status, screen } = await answer(keys)
    expect(status).toBe(130)
    expect(screen).not.toMatch(/error|at .*:\d|would meet/i)
  })

  test('what is typed as the password is not shown, even when it is typed early', async () => {
    const { status, screen } = await answer(['admin\rcanary\r'])
    expect(status).toBe(1)
    expect(screen).toContain('would meet this')
    expect(screen).not.toContain('canary')
  })
})

/** Runs the doctor at a terminal, where a person types these keys, each when the next question is there. */
async function answer(keys: readonly string[]): Promise<{ status: number; screen: string }> {
  const command = [process.execPath, 'src/main.ts', 'doctor', '--restconf', 'http://127.0.0.1:1/restconf']
  await using terminal = atTerminal(command)
  for (const [asked, typed] of keys.entries()) {
    const questions = () => terminal.screen().split(/User name at|Password of/).length - 1
    await until(() => questions() > asked, 'the question is there')
    await terminal.type(typed)
  }
  const status = await terminal.exited
  return { status, screen: terminal.screen() }
}
