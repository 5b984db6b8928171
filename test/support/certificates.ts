import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A certificate and its key, as PEM. */
export interface Certificate {
  readonly cert: string
  readonly key: string
}

/** A certificate that signs itself, for names like `DNS:localhost` or `IP:127.0.0.1`. Made by openssl. */
export function selfSigned(names: string): Certificate {
  const file = newFolder()
  const subject = ['-subj', '/CN=Test', '-addext', `subjectAltName=${names}`]
  openssl(['req', '-x509', ...newKey(file('key')), ...subject, '-out', file('cert')])
  return read(file)
}

/** A certificate signed by another; it is over already when `days` is negative. */
export function signedBy(authority: Certificate, names: string, days = 2): Certificate {
  const file = newFolder()
  writeFileSync(file('ca'), authority.cert)
  writeFileSync(file('ca-key'), authority.key)
  writeFileSync(file('extensions'), `subjectAltName=${names}\n`)
  openssl(['req', '-new', ...newKey(file('key')), '-subj', '/CN=Leaf', '-out', file('request')])
  const signing = ['-CA', file('ca'), '-CAkey', file('ca-key'), '-extfile', file('extensions')]
  openssl(['x509', '-req', '-in', file('request'), ...signing, '-days', String(days), '-out', file('cert')])
  return read(file)
}

function newFolder(): (name: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-certificate-'))
  return (name) => join(folder, name)
}

function newKey(path: string): string[] {
  return ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', path]
}

function read(file: (name: string) => string): Certificate {
  const made = { cert: readFileSync(file('cert'), 'utf8'), key: readFileSync(file('key'), 'utf8') }
  rmSync(dirname(file('cert')), { recursive: true })
  return made
}

function openssl(args: readonly string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(['openssl', ...args])
  if (exitCode !== 0) throw new Error(`openssl ${args[0]} failed: ${stderr}`)
}
