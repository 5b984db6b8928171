import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { readConfig } from '../src/config.ts'
import { settingRows } from '../src/settings/settings.ts'
import { complaint } from './support/complaint.ts'
import { temporaryFile } from './support/temporary-file.ts'

const device = ['--restconf', 'http://127.0.0.1:9/restconf']
const hook = (mode: number) => temporaryFile('hook.ts', 'export default () => {}', mode)
const secret = (text: string, mode = 0o600) => temporaryFile('secret', text, mode)
const key = Buffer.alloc(32, 1).toString('base64')

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

test('--model-cache that is not there is made', async () => {
  const folder = `${temporaryFile('a-file', '', 0o600)}-gone`
  expect(await complaint([...device, '--model-cache', folder])).toBeUndefined()
  expect(existsSync(folder)).toBe(true)
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
