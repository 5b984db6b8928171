import { existsSync } from 'node:fs'
import { chromiumCommands, headlessShellCommands } from '../find-chromium.ts'
import { findCommand } from '../find-command.ts'
import { runQuietly } from './run-quietly.ts'

/** A program that tests start and npm does not install. */
interface Prerequisite {
  /** Any one of these will do. */
  readonly commands: readonly string[]
  readonly debianPackage: string
  readonly neededFor: string
}

const prerequisites: readonly Prerequisite[] = [
  { commands: chromiumCommands, debianPackage: 'chromium', neededFor: 'tests in a browser' },
  { commands: ['redis-server'], debianPackage: 'redis-server', neededFor: 'sessions kept in Redis' },
  { commands: ['promtool'], debianPackage: 'prometheus', neededFor: 'metrics and alert rules' },
  { commands: ['fail2ban-regex'], debianPackage: 'fail2ban', neededFor: "fail2ban's filter" },
  { commands: ['systemd-analyze'], debianPackage: 'systemd', neededFor: 'the hardening of the unit' },
  { commands: ['nginx'], debianPackage: 'nginx', neededFor: 'the examples with a proxy in front' },
  { commands: ['caddy'], debianPackage: 'caddy', neededFor: 'the examples with a proxy in front' },
  { commands: ['haproxy'], debianPackage: 'haproxy', neededFor: 'the examples with a proxy in front' },
  { commands: ['openssl'], debianPackage: 'openssl', neededFor: 'certificates of the TLS tests' },
]

/** Tests run without it, and take longer. */
const headlessShell: Prerequisite = {
  commands: headlessShellCommands,
  debianPackage: 'chromium-headless-shell',
  neededFor: 'fast tests in a browser',
}

/** Installs what is missing where that is possible. What then still is missing comes back as a sentence. */
export async function completePrerequisites(): Promise<string | undefined> {
  const missing = findMissing()
  if (canInstall()) {
    if (missing.length > 0) await install(missing)
    if (!findCommand(headlessShell.commands)) await install([headlessShell])
  }
  return describeMissing(findMissing())
}

function findMissing(): Prerequisite[] {
  return prerequisites.filter(({ commands }) => findCommand(commands) === undefined)
}

function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version')
}

async function install(missing: readonly Prerequisite[]): Promise<void> {
  const packages = missing.map(({ debianPackage }) => debianPackage)
  console.log(`Installing ${packages.join(', ')}`)
  await aptGet('update')
  await aptGet('install', '--yes', '--no-install-recommends', ...packages)
}

async function aptGet(...args: readonly string[]): Promise<void> {
  const { said, status } = await runQuietly(['apt-get', '-qq', '-o', 'Acquire::http::Timeout=30', ...args], {
    DEBIAN_FRONTEND: 'noninteractive',
  })
  if (status !== 0) console.error(said)
}

export function describeMissing(missing: readonly Prerequisite[]): string | undefined {
  if (missing.length === 0) return undefined
  const needs = missing.map(({ commands, neededFor }) => `${commands[0]} (${neededFor})`).join(', ')
  const packages = missing.map(({ debianPackage }) => debianPackage).join(' ')
  return `The tests need ${needs}. On Debian: sudo apt-get install ${packages}`
}
