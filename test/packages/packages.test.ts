import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildExecutable } from '../../scripts/build/executable.ts'
import { findCommand } from '../../scripts/find-command.ts'
import { buildDeb } from '../../scripts/package/deb.ts'
import { buildImage } from '../../scripts/package/oci-image.ts'
import { startTestDevice, type TestDevice } from '../support/device/test-device.ts'
import { start } from '../support/running.ts'
import { postLogin } from '../support/visitor.ts'

/** Packages are installed and images entered by root only. */
const isRoot = process.getuid?.() === 0
const folder = mkdtempSync(join(tmpdir(), 'portico-packages-'))
const executable = join(folder, 'portico')
const about = { version: '1.2.3', executable, epoch: 1_700_000_000 }
let device: TestDevice

beforeAll(async () => {
  await buildExecutable({ outfile: executable, runtime: process.execPath })
  device = await startTestDevice()
})
afterAll(async () => {
  await device.stop()
  rmSync(folder, { recursive: true })
})

test.skipIf(!isRoot || !findCommand(['dpkg']))(
  'the Debian package is installed, serves a login as its unit starts it, and leaves nothing behind',
  async () => {
    const architecture = process.arch === 'arm64' ? 'arm64' : 'amd64'
    const deb = await buildDeb({ ...about, architecture, out: folder, compression: 'gzip' })
    const copy = join(folder, 'copy')
    mkdirSync(copy)
    const scripts = import.meta.dir
    const machine = start(
      [join(scripts, 'on-a-copy-of-this-machine.sh'), copy, join(scripts, 'install-run-remove.sh'), deb],
      { env: { RESTCONF_URL: device.url, LISTEN: '127.0.0.1:0' } },
    )
    const started = await machine.saying('{"level":"info"')
    const answer = await postLogin(JSON.parse(`{"level":"info"${started}`).address)
    expect(answer.headers.get('location')).toBe('/')

    expect(await machine.stop()).toBe(0)
    expect(machine.said()).toContain(
      '750 root:portico /etc/portico\n600 portico:portico /etc/portico/session-secret\n600 root:root /etc/default/portico',
    )
    expect(machine.said()).toContain('644 root:root /usr/lib/sysctl.d/30-portico.conf')
    expect(machine.said()).toContain('the service ended with 0')
    expect(machine.said()).not.toContain('left:')
    expect(machine.said()).toEndWith('removed')
  },
  300_000,
)

test('the package is the same bytes when it is packed again', async () => {
  const [once, again] = ['once', 'again'].map((name) => join(folder, name))
  // The executable itself has a test of its own; a small file stands in for it.
  const options = { ...about, executable: 'LICENSE', architecture: 'amd64', compression: 'gzip' } as const
  const first = await buildDeb({ ...options, out: once ?? '' })
  const second = await buildDeb({ ...options, out: again ?? '' })
  expect(readFileSync(first).equals(readFileSync(second))).toBe(true)
})

test('the unit is hardened: systemd-analyze finds an exposure of at most 1.5', () => {
  const { exitCode, stdout } = Bun.spawnSync([
    ...['systemd-analyze', 'security', '--offline=true', '--threshold=15', '--no-pager'],
    'packaging/portico.service',
  ])
  expect(stdout.toString()).toContain('Overall exposure level')
  expect(exitCode).toBe(0)
})

test('the unit takes the drop-in for port 443', () => {
  const unit = join(folder, 'portico.service')
  const dropIns = `${unit}.d`
  mkdirSync(dropIns)
  copyFileSync('examples/systemd/port-443.conf', join(dropIns, 'port-443.conf'))
  // The unit's own executable is not installed here; any other will do.
  const text = readFileSync('packaging/portico.service', 'utf8')
  writeFileSync(unit, text.replace(/^(ExecStart)=.*$/m, '$1=/bin/true').replace(/^Documentation=.*$/m, ''))
  const { exitCode, stderr } = Bun.spawnSync(['systemd-analyze', 'verify', '--man=no', unit])
  expect(stderr.toString()).not.toContain('portico')
  expect(exitCode).toBe(0)
})

test.skipIf(!isRoot)('with the capability of that drop-in the service listens below port 1024', async () => {
  const [, capability] =
    /^AmbientCapabilities=CAP_(\w+)$/m.exec(readFileSync('examples/systemd/port-443.conf', 'utf8')) ?? []
  const only = `-all,+${capability?.toLowerCase()}`
  chmodSync(folder, 0o755)
  const asUnit = [
    ...['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups', '--no-new-privs'],
    ...[`--inh-caps=${only}`, `--ambient-caps=${only}`, `--bounding-set=${only}`],
  ]
  const port = 600 + Math.floor(Math.random() * 400)
  const env = { RESTCONF_URL: device.url, LISTEN: `127.0.0.1:${port}` }
  const service = start([...asUnit, executable, 'serve'], { env })
  await service.saying('{"level":"info"')
  const answer = await postLogin(`http://127.0.0.1:${port}`)
  expect(answer.headers.get('location')).toBe('/')
  expect(await service.stop()).toBe(0)
})

describe('the container image', () => {
  const layout = join(folder, 'image')
  const blob = (digest: string) => join(layout, 'blobs', digest.replace(':', '/'))
  const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
  beforeAll(() => buildImage({ ...about, out: layout, level: 1 }))

  test('names every part by its content', () => {
    for (const name of readdirSync(join(layout, 'blobs/sha256'))) {
      const content = readFileSync(join(layout, 'blobs/sha256', name))
      expect(createHash('sha256').update(content).digest('hex')).toBe(name)
    }
  })

  test.skipIf(!isRoot)(
    'serves a login as a user without rights, on a file system that cannot be written',
    async () => {
      const [{ digest }] = readJson(join(layout, 'index.json')).manifests
      const manifest = readJson(blob(digest))
      const { config } = readJson(blob(manifest.config.digest))
      const root = join(folder, 'root')
      mkdirSync(root)
      Bun.spawnSync(['tar', '-xzf', blob(manifest.layers[0].digest), '-C', root])

      const container = start(
        [
          ...[join(import.meta.dir, 'enter-image.sh'), root, config.User],
          ...[...config.Entrypoint, ...config.Cmd],
        ],
        { env: { RESTCONF_URL: device.url, LISTEN: '127.0.0.1:0' } },
      )
      const started = await container.saying('{"level":"info"')
      const answer = await postLogin(JSON.parse(`{"level":"info"${started}`).address)
      expect(answer.headers.get('location')).toBe('/')
      expect(config.User).toBe('65532:65532')
      expect(await container.stop()).toBe(0)
    },
  )
})
