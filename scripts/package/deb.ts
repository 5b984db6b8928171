import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { runQuietly } from '../check/run-quietly.ts'
import { completions, manPage } from './shell-help.ts'
import { type StagedFile, stage } from './stage.ts'

export interface DebOptions {
  readonly architecture: 'amd64' | 'arm64'
  readonly version: string
  readonly executable: string
  /** Seconds since 1970: the newest time any file may have, so that two packings are the same bytes. */
  readonly epoch: number
  /** A folder; the file in it is named after package, version and architecture. */
  readonly out: string
  /** As for dpkg-deb -Z; small by default, and slow. */
  readonly compression?: 'xz' | 'gzip'
}

/** Packs the Debian package and returns its path. */
export async function buildDeb(options: DebOptions): Promise<string> {
  const { architecture, version, out, epoch, compression = 'xz' } = options
  const name = `portico_${version}_${architecture}`
  const root = join(out, name)
  rmSync(root, { recursive: true, force: true })
  const files = { ...filesOf(options.executable), ...(await shellFiles(version)) }
  stage(root, { ...files, ...controlFiles(options, files) })

  const deb = `${root}.deb`
  const { status, said } = await runQuietly(
    ['dpkg-deb', '--root-owner-group', `-Z${compression}`, ...level(compression), '--build', root, deb],
    { SOURCE_DATE_EPOCH: String(epoch) },
  )
  rmSync(root, { recursive: true })
  if (status !== 0) throw new Error(`dpkg-deb: ${said}`)
  return deb
}

/** gzip is for tests, which want it soon. */
const level = (compression: 'xz' | 'gzip') => (compression === 'gzip' ? ['-z1'] : [])

function filesOf(executable: string): Record<string, StagedFile> {
  const doc = 'usr/share/doc/portico'
  return {
    'usr/bin/portico': { from: executable, mode: 0o755 },
    'usr/lib/systemd/system/portico.service': { from: 'packaging/portico.service' },
    'usr/lib/sysctl.d/30-portico.conf': { from: 'packaging/sysctl.conf' },
    // The URL of a store has a password in it. Only systemd has to read this file, as root.
    'etc/default/portico': { from: 'packaging/default', mode: 0o600 },
    [`${doc}/copyright`]: { from: 'LICENSE' },
    [`${doc}/changelog.md`]: { from: 'CHANGELOG.md' },
    [`${doc}/operations.md`]: { from: 'docs/operations.md' },
    [`${doc}/events.md`]: { from: 'docs/events.md' },
    ...Object.fromEntries(
      examples().map((path) => [`${doc}/${path}`, { from: path }] satisfies [string, StagedFile]),
    ),
  }
}

/** The man page and what shells complete, made from the table of commands. */
async function shellFiles(version: string): Promise<Record<string, StagedFile>> {
  const { bash, zsh, fish } = await completions()
  return {
    'usr/share/man/man1/portico.1': { from: { text: await manPage(version) } },
    'usr/share/bash-completion/completions/portico': { from: { text: bash } },
    'usr/share/zsh/vendor-completions/_portico': { from: { text: zsh } },
    'usr/share/fish/vendor_completions.d/portico.fish': { from: { text: fish } },
  }
}

function examples(): string[] {
  return readdirSync('examples', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function controlFiles(
  { version, architecture }: DebOptions,
  files: Readonly<Record<string, StagedFile>>,
): Record<string, StagedFile> {
  const script = (name: string): StagedFile => ({ from: `packaging/debian/${name}`, mode: 0o755 })
  return {
    'DEBIAN/control': { from: { text: control({ version, architecture, kilobytes: kilobytesOf(files) }) } },
    'DEBIAN/conffiles': { from: { text: '/etc/default/portico\n' } },
    'DEBIAN/postinst': script('postinst'),
    'DEBIAN/prerm': script('prerm'),
    'DEBIAN/postrm': script('postrm'),
  }
}

function kilobytesOf(files: Readonly<Record<string, StagedFile>>): number {
  const sizes = Object.values(files).map(({ from }) => (typeof from === 'string' ? statSync(from).size : 0))
  return Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / 1024)
}

function control(about: { version: string; architecture: string; kilobytes: number }): string {
  return `Package: portico
Version: ${about.version}
Architecture: ${about.architecture}
Maintainer: Portico <portico@localhost>
Installed-Size: ${about.kilobytes}
Depends: libc6 (>= 2.17), passwd
Recommends: ca-certificates, systemd
Suggests: nginx | caddy | haproxy, valkey | redis-server
Section: net
Priority: optional
Description: web login of a network device that speaks RESTCONF
 Checks name and password at the device, keeps the session on the server and
 shows what the device offers. One executable; the device's own accounts.
`
}
