import { expect } from 'bun:test'
import { listen } from '../../src/cli/listen.ts'
import { ownCertificate } from '../../src/cli/tls.ts'
import { readConfig } from '../../src/config.ts'
import { silentLog } from '../../src/log.ts'
import { settingRows } from '../../src/settings/settings.ts'
import { createService } from '../../src/wiring.ts'

/** What stops the start with these flags; undefined when it starts. */
export async function complaint(
  flags: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string | undefined> {
  try {
    const config = readConfig(flags, env)
    const service = await createService(config, { log: silentLog })
    const free = { ...config, listen: { kind: 'tcp', host: '127.0.0.1', port: 0 } } as const
    const where = config.given.has('listen') ? config : free
    const server = await listen(service, where, silentLog, ownCertificate(config))
    await Promise.all([server.stop(), service.stop()])
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Words of the runtime, of OpenSSL and of the system, which are no help to the reader. */
const RAW =
  /\bE[A-Z]{4,}\b|error:0|OPENSSL|verbose:|\$bunfs|illegal operation|no such file or directory|undefined|\[object|\n/

/** Expects one line that names the flag and its variable, says what is wrong, gives an example and repeats no password. */
export async function expectComplaint(flags: readonly string[], flag: string, says: string): Promise<void> {
  const said = (await complaint(flags)) ?? 'it starts'
  const [, { variable = '', example = '' } = {}] = settingRows.find(([, row]) => row.flag === flag) ?? []
  expect(said).toStartWith(`${flag} (or ${variable}): `)
  expect(said).toContain(says)
  expect(said).toMatch(/[.?] Example: /)
  expect(said).toEndWith(` Example: ${flag} ${example}`)
  expect(said).not.toMatch(RAW)
  expect(said).not.toContain('canary')
}
