import { describe, expect, test } from 'bun:test'
import { chmodSync } from 'node:fs'
import { readConfig } from '../src/config.ts'
import { silentLog } from '../src/log.ts'
import { settingRows } from '../src/settings/settings.ts'
import { createService } from '../src/wiring.ts'
import { temporaryFile, temporaryFolder } from './support/temporary-file.ts'

const device = ['--restconf', 'http://127.0.0.1:9/restconf']
const hook = (mode: number) => temporaryFile('hook.ts', 'export default () => {}', mode)
const secret = (text: string, mode = 0o600) => temporaryFile('secret', text, mode)
const key = Buffer.alloc(32, 1).toString('base64')

/** What stops the start; undefined when it starts. */
async function complaint(flags: readonly string[], env: Record<string, string> = {}) {
  try {
    const service = await createService(readConfig(flags, env), { log: silentLog })
    await service.stop()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

describe('a wrong value stops the start with one line naming the setting', () => {
  const wrong: [string, () => string][] = [
    ['--restconf', () => 'device'],
    ['--restconf', () => 'ftp://192.0.2.1/restconf'],
    ['--restconf', () => 'https://admin:secret@192.0.2.1/restconf'],
    ['--restconf', () => 'https://[fe80::1%25eth0]/restconf'],
    ['--restconf', () => 'https://[fe80::1%eth0]/restconf'],
    ['--listen', () => '10000'],
    ['--listen', () => 'host:99999'],
    ['--device-ca', () => '/no/such/file.pem'],
    ['--device-ca', () => temporaryFile('ca.pem', 'not a certificate')],
    ['--device-pin', () => 'sha256:short'],
    ['--insecure-tls', () => 'perhaps'],
    ['--trusted-proxies', () => 'everybody'],
    ['--trusted-proxies', () => '10.0.0.0/64'],
    ['--allowed-hosts', () => 'https://host'],
    ['--hsts', () => 'max-age=1\r\nSet-Cookie: a=b'],
    ['--hsts', () => 'always'],
    ['--session-store', () => 'postgres://db'],
    ['--session-store', () => 'memory'],
    ['--session-secret-file', () => '/no/such/secret'],
    ['--session-secret-file', () => secret('c2hvcnQ=')],
    ['--session-secret-file', () => secret('!!!')],
    ['--session-secret-file', () => secret('')],
    ['--idle-timeout', () => '30'],
    ['--idle-timeout', () => '0m'],
    ['--absolute-timeout', () => 'never'],
    ['--max-sessions', () => '0'],
    ['--max-sessions-per-user', () => '1.5'],
    ['--login-attempts', () => '10'],
    ['--login-attempts', () => '10/never'],
    ['--device-timeout', () => '-1s'],
    ['--login-deadline', () => '15 s'],
    ['--device-concurrency', () => 'many'],
    ['--drain-timeout', () => '10'],
    ['--on-login', () => '/no/such/hook.ts'],
    ['--on-login', () => temporaryFile('hook.ts', 'export default 5')],
    ['--on-login', () => temporaryFile('hook.ts', 'export default (')],
    ['--features', () => '/no/such/features.json'],
    ['--theme', () => '/no/such/theme'],
    ['--console-url', () => 'javascript:alert(1)'],
    ['--console-url', () => 'console'],
    ['--console-url', () => 'https://{name}:7681/'],
    ['--log-level', () => 'loud'],
    ['--log-format', () => 'xml'],
  ]
  test.each(wrong)('%s', async (flag, value) => {
    const rest = flag === '--restconf' ? [] : device
    const said = await complaint([...rest, `${flag}=${value()}`])
    expect(said).toStartWith(flag)
    expect(said).not.toContain('\n')
    expect(said?.length).toBeLessThan(400)
  })

  test('it never says the value of what may be a password', async () => {
    const said = await complaint(['--restconf', 'https://admin:canary@192.0.2.1/restconf'])
    expect(said).not.toContain('canary')
  })

  test('from a variable, both names are told', async () => {
    const said = await complaint([], { RESTCONF_URL: 'device' })
    expect(said).toStartWith('--restconf (or RESTCONF_URL): ')
  })

  test.each([
    ['no device at all', []],
    ['a setting that does not exist', [...device, '--restconfs', 'x']],
    ['a setting given twice', [...device, ...device]],
    ['a setting without its value', [...device, '--theme']],
    ['a setting whose value is the next setting', [...device, '--theme', '--insecure-tls']],
    ['two ways to trust a device', [...device, '--insecure-tls', '--device-pin', `sha256:${key}`]],
    ['sessions that outlive a secret', [...device, '--session-store', `sqlite:${temporaryFolder()}/s.db`]],
  ])('%s', async (_, flags) => {
    const said = await complaint(flags)
    expect(said).toStartWith('--')
    expect(said).not.toContain('\n')
  })
})

describe('an IPv6 zone', () => {
  test('in the device’s address is refused at start with a clear sentence', async () => {
    const said = await complaint(['--restconf', 'https://[fe80::1%eth0]/restconf'])
    expect(said).toContain('an IPv6 zone (like %eth0) cannot be part of the address')
  })
})

describe('flags and variables', () => {
  test('flags win over environment variables', () => {
    const config = readConfig(['--max-sessions', '5'], { MAX_SESSIONS: '6', IDLE_TIMEOUT: '5m' })
    expect([config.maxSessions, config.idleTimeout]).toEqual([5, 300_000])
  })

  test('a flag that overrides a wrong variable wins over that, too', () => {
    expect(readConfig(['--max-sessions', '5'], { MAX_SESSIONS: 'many' }).maxSessions).toBe(5)
  })

  test.each([
    [['--insecure-tls'], true],
    [['--insecure-tls', '1'], true],
    [['--insecure-tls', 'true'], true],
    [['--insecure-tls=0'], false],
    [['--insecure-tls', 'false'], false],
    [['--insecure-tls', '--max-sessions', '5'], true],
    [[], false],
  ])('switches as 1, true, 0, false: %j', (flags, expected) => {
    expect(readConfig(flags, {}).insecureTls).toBe(expected)
  })

  test('the defaults are the contract’s', () => {
    expect(readConfig([], {})).toMatchObject({
      restconf: undefined,
      listen: { kind: 'tcp', host: '127.0.0.1', port: 10_000 },
      insecureTls: false,
      hsts: 'max-age=31536000',
      sessionStore: 'memory:',
      idleTimeout: 30 * 60_000,
      absoluteTimeout: 12 * 3_600_000,
      maxSessions: 10_000,
      maxSessionsPerUser: 10,
      loginAttempts: { count: 10, windowMs: 60_000 },
      deviceTimeout: 10_000,
      loginDeadline: 15_000,
      drainTimeout: 10_000,
      onLogin: undefined,
      features: undefined,
      theme: undefined,
      consoleUrl: 'https://{host}:7681/',
      logLevel: 'info',
    })
  })

  test('each flag has the variable that its name makes', () => {
    for (const [, { flag, variable }] of settingRows) {
      const expected = flag.slice(2).replaceAll('-', '_').toUpperCase()
      expect(variable).toBe(flag === '--restconf' ? 'RESTCONF_URL' : expected)
    }
  })
})

describe('files that are code or secrets are refused when others than their owner may write them', () => {
  test.each([0o620, 0o602, 0o666, 0o777])('--on-login with mode %o', async (mode) => {
    expect(await complaint([...device, '--on-login', hook(mode)])).toContain(
      'others than its owner may write it',
    )
  })

  test.each([0o600, 0o644, 0o755])('--on-login with mode %o is fine', async (mode) => {
    expect(await complaint([...device, '--on-login', hook(mode)])).toBeUndefined()
  })

  test.each([0o620, 0o666])('--features with mode %o', async (mode) => {
    const file = temporaryFile('features.json', '[]', mode)
    expect(await complaint([...device, '--features', file])).toContain('others than its owner may write it')
  })

  test('--theme, the folder and each file in it', async () => {
    const banner = temporaryFile('banner.txt', 'Hello', 0o666)
    const folder = banner.replace('/banner.txt', '')
    expect(await complaint([...device, '--theme', folder])).toContain('others than its owner may write it')
    chmodSync(banner, 0o644)
    expect(await complaint([...device, '--theme', folder])).toBeUndefined()
    chmodSync(folder, 0o777)
    expect(await complaint([...device, '--theme', folder])).toContain('others than its owner may write it')
  })

  test.each([0o644, 0o660, 0o604, 0o666])('--session-secret-file with mode %o', async (mode) => {
    const said = await complaint([...device, '--session-secret-file', secret(key, mode)])
    expect(said).toContain('others than its owner may write it or read it')
  })

  test.each([0o600, 0o400, 0o640])(
    '--session-secret-file with mode %o is fine: its group may read',
    async (mode) => {
      expect(await complaint([...device, '--session-secret-file', secret(key, mode)])).toBeUndefined()
    },
  )
})
