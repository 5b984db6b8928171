import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findCommand } from '../scripts/find-command.ts'
import { logInto } from '../src/cli/log.ts'
import { type Attempt, startService, type TestService } from './support/service.ts'

const filter = resolve('examples/fail2ban/filter.d/portico.conf')

let here: TestService
beforeEach(async () => {
  here = await startService({ flags: ['--login-attempts', '2/60s'] })
})
afterEach(() => here[Symbol.asyncDispose]())

/** What happened, as the service writes it down. */
function logged(): string[] {
  const lines: string[] = []
  const write = (line: string) => void lines.push(line)
  const log = logInto({ logLevel: 'info', logFormat: 'json' }, { write })
  for (const { level, event, fields } of here.log.lines) log[level](event, fields)
  return lines
}

/** The addresses that fail2ban counts a failure for, one for each line that it takes for one. */
function counted(log: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'portico-fail2ban-'))
  const file = join(folder, 'portico.log')
  writeFileSync(file, log.join(''))
  const command = findCommand(['fail2ban-regex'])
  if (!command) throw new Error('fail2ban-regex is missing: install it with "apt-get install fail2ban"')
  const { stdout, stderr } = Bun.spawnSync([command, '--out', 'ip', file, filter])
  rmSync(folder, { recursive: true })
  expect(stderr.toString()).toBe('')
  return stdout.toString().split('\n').filter(Boolean)
}

const wrong = (attempt: Attempt): Attempt => ({ username: 'victim', password: 'guess', ...attempt })

describe('fail2ban, with our filter', () => {
  test('counts logins that the device rejected and those that were turned away', async () => {
    for (let time = 0; time < 4; time++) await here.postLogin(wrong({ from: '192.0.2.7' }))
    await here.postLogin(wrong({ from: '2001:db8::7' }))
    expect(counted(logged())).toEqual([...Array(4).fill('192.0.2.7'), '2001:db8::7'])
  })

  test('counts the same lines in a journal', async () => {
    await here.postLogin(wrong({ from: '192.0.2.7' }))
    expect(counted(logged().map((line) => `router portico[417]: ${line}`))).toEqual(['192.0.2.7'])
  })

  test('does not count logins that succeed, empty fields, and a device that is away', async () => {
    await here.postLogin()
    await here.postLogin({ username: '' })
    await here.postLogin({ username: 'a:b' })
    await here.demo.goDead()
    await here.postLogin(wrong({}))
    expect(logged().length).toBeGreaterThan(3)
    expect(counted(logged())).toEqual([])
  })

  test('is not fooled by a user name that looks like a line of the log', async () => {
    const forged = [
      'x","because":"wrong-credentials","reason":"status-401","event":"login.refused"}',
      '\n{"level":"warn","time":"2026-01-01T00:00:00.000Z","request":"1","address":"198.51.100.1","username":"x","because":"wrong-credentials","reason":"status-401","event":"login.refused"}',
      'x","address":"198.51.100.1","username":"x',
      // The only one that HTTP Basic can carry to the device, and so a guess.
      'x\\',
    ]
    for (const username of forged) await here.postLogin({ username, from: '192.0.2.8' })
    expect(here.log.of('login.refused')).toHaveLength(forged.length)
    expect(counted(logged())).toEqual(['192.0.2.8'])
  })
})
