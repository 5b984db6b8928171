import { describe, expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { settingRows } from '../src/settings/settings.ts'
import { startTestDevice } from './support/device/test-device.ts'
import { freePort } from './support/free-port.ts'
import { isListening } from './support/is-listening.ts'
import { portico } from './support/portico.ts'
import { temporaryFile } from './support/temporary-file.ts'
import { atTerminal } from './support/terminal.ts'
import { until } from './support/until.ts'
import { postLogin } from './support/visitor.ts'

const main = resolve('src/main.ts')

const flagsIn = (text: string) => [...text.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, flag = '']) => flag)
const ofServe = ['--settings', ...settingRows.map(([, { flag }]) => flag)]

describe('13.6 --help of a command shows the flags of that command', () => {
  test.each([
    ['serve', '[FLAGS]', ofServe],
    ['demo', '[FLAGS]', ofServe.filter((flag) => flag !== '--restconf')],
    ['device', '[--port NUMBER]', ['--port']],
    ['theme', '[NAME [data]]', []],
  ])('%s', async (name, usage, flags) => {
    const { status, output } = await portico(`portico ${name} --help`)
    expect(status).toBe(0)
    expect(output).toStartWith(`portico ${name} ${usage}: `)
    expect(flagsIn(output)).toEqual(flags)
  })

  test.each(['portico serve -h', 'portico help serve'])('as %s does', async (line) => {
    expect((await portico(line)).output).toStartWith('portico serve [FLAGS]: ')
  })

  test('doctor: its own, and the settings by which it asks the device', async () => {
    const flags = flagsIn((await portico('portico doctor --help')).output)
    expect(flags).toContainValues([
      '--through',
      '--json',
      '--settings',
      '--restconf',
      '--device-pin',
      '--features',
    ])
    expect(flags).not.toContain('--max-sessions')
  })

  test('without a command: every command, and the settings of the service', async () => {
    const { output } = await portico('portico --help')
    for (const name of ['serve', 'demo', 'device', 'doctor', 'sessions'])
      expect(output).toMatch(new RegExp(`^ {2}${name} +\\S`, 'm'))
    expect(flagsIn(output)).toEqual(ofServe)
  })

  test('of a command that does not exist', async () => {
    const { status, complaint } = await portico('portico help serv')
    expect([status, complaint]).toEqual([
      2,
      'portico: serv: there is no such command; did you mean serve? --help lists them\n',
    ])
  })
})

test.each([
  ['sessions admin', 'admin: portico sessions takes no such word. Usage: portico sessions --user NAME ['],
  ['device --port 0 more', 'more: portico device takes no such word. Usage: portico device [--port NUMBER];'],
  ['doctor router', 'router: portico doctor takes no such word. Usage: portico doctor --restconf URL ['],
  ['serve now', 'now: portico serve takes no such word. Usage: portico serve [FLAGS]; portico serve --help'],
  ['-x', '-x: portico serve takes no such flag. Usage: portico serve [FLAGS]; portico serve --help tells'],
  ['demo --lisen=:1', '--lisen=:1: portico demo takes no such flag; did you mean --listen? Usage: portico'],
  ['theme login.html dta', 'dta: portico theme takes no such word. Usage: portico theme [NAME [data]]'],
  ['model x', 'x: portico model takes no such word. Usage: portico model --restconf URL | --sources'],
])('13.3 a word that has no place is named, with what the command takes: portico %s', async (line, says) => {
  const { status, output, complaint } = await portico(`portico ${line}`)
  expect([status, output]).toEqual([2, ''])
  expect(complaint).toStartWith(`portico: ${says}`)
})

test.each(['-v', '--version'])('13.6 %s prints the version', async (flag) => {
  expect(await portico(`portico ${flag}`)).toEqual({
    status: 0,
    output: `${manifest.version}\n`,
    complaint: '',
  })
})

describe('13.7 one sentence and the right exit status', () => {
  test('when the disk that --help goes to is full', async () => {
    const { status, complaint } = await portico('portico --help >/dev/full')
    expect([status, complaint]).toEqual([1, 'portico: standard output cannot be written: the disk is full\n'])
  })

  test('not a word when the reader of --help has seen enough: the status is that of SIGPIPE', async () => {
    const line = `for n in 1 2 3; do portico --help; echo "status $?" >&2; sleep 0.2; done | head -1`
    const { output, complaint } = await portico(line)
    expect(output).toStartWith('portico [COMMAND]')
    expect(complaint).toEndWith('status 141\n')
    expect(complaint).not.toContain('portico:')
  })

  test.each(['--help', 'serve --restconf http://127.0.0.1:9/', 'demo'])(
    'when the current folder was deleted: portico %s',
    async (words) => {
      const folder = mkdtempSync(join(tmpdir(), 'portico-deleted-'))
      const { status, complaint } = await portico(`rmdir '${folder}'; portico ${words}`, { cwd: folder })
      expect([status, complaint]).toEqual([
        2,
        'portico: the current folder was deleted: change to another one\n',
      ])
    },
  )
})

test('13.4 portico serve takes the same settings file as systemd', async () => {
  const port = freePort()
  const lines = ['RESTCONF_URL="http://127.0.0.1:9/restconf"', `LISTEN=127.0.0.1:${port}`, 'HSTS=off']
  const file = temporaryFile('default', lines.join('\n'))
  await using terminal = atTerminal([process.execPath, main, 'serve', '--settings', file])
  await until(() => terminal.screen().includes('service.started'), 'the service has started')
  expect(await isListening(port)).toBe(true)
  expect(terminal.screen()).toContain('device="http://127.0.0.1:9/restconf"')
  // A service goes on when its terminal closes.
  await terminal.type('\x03')
  await until(async () => !(await isListening(port)), 'the service has stopped')
})

describe('13.6 at a terminal', () => {
  const free = () => ['--listen', `127.0.0.1:${freePort()}`] as const

  test('a demo ends with its terminal', async () => {
    const [flag, address] = free()
    const port = Number(address.split(':')[1])
    await using terminal = atTerminal([process.execPath, main, 'demo', flag, address])
    await until(() => terminal.screen().includes('and log in.'), 'the demo says where it is')
    expect(await isListening(port)).toBe(true)
    terminal.close()
    await until(async () => !(await isListening(port)), 'the demo has ended')
  })

  test('the first Ctrl-C says what it waits for, the second what it cuts off', async () => {
    const device = await startTestDevice()
    device.faults.set({ kind: 'hang' })
    const [flag, address] = free()
    const command = [process.execPath, main, 'serve', '--restconf', device.url, flag, address]
    await using terminal = atTerminal(command)
    await until(() => terminal.screen().includes('service.started'), 'the service has started')
    const login = postLogin(`http://${address}`).catch(() => 'cut off')
    await until(() => device.journal.open > 0, 'the login is at the device')

    await terminal.type('\x03')
    await until(() => terminal.screen().includes('Ctrl-C again'), 'it says what it waits for')
    expect(terminal.screen()).toContain(
      'Waiting for 1 request, 10 s at most. Ctrl-C again cuts off what is left.',
    )
    expect(terminal.screen()).toMatch(/service\.stopping requests=1 waitsMs=10000/)
    await terminal.type('\x03')
    expect(await terminal.exited).toBe(1)
    expect(terminal.screen()).toContain('Cut off 1 request.')
    expect(terminal.screen()).toMatch(/service\.cut-off requests=1/)
    expect(await login).toBe('cut off')
    await device.stop()
  })

  test('with nothing under way there is nothing to say', async () => {
    const [flag, address] = free()
    const command = [process.execPath, main, 'serve', '--restconf', 'http://127.0.0.1:9/', flag, address]
    await using terminal = atTerminal(command)
    await until(() => terminal.screen().includes('service.started'), 'the service has started')
    await terminal.type('\x03')
    expect(await terminal.exited).toBe(0)
    expect(terminal.screen()).not.toContain('Ctrl-C again')
  })
})
