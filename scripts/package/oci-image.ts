import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runQuietly } from '../check/run-quietly.ts'
import { type StagedFile, stage } from './stage.ts'

export interface ImageOptions {
  readonly version: string
  /** For this machine: the libraries it needs are taken from here. */
  readonly executable: string
  readonly epoch: number
  /** The layout's folder. */
  readonly out: string
  /** How hard to compress: 1 is for tests, which want it soon. */
  readonly level?: 1 | 6
}

const NOBODY = '65532'

/**
 * Writes a container image as an OCI layout: the executable, the C library it is linked with, a user without rights,
 * and nothing else, no shell either. Neither a registry nor an engine is needed for it.
 */
export async function buildImage({
  version,
  executable,
  epoch,
  out,
  level = 6,
}: ImageOptions): Promise<number> {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(join(out, 'blobs/sha256'), { recursive: true })
  const created = new Date(epoch * 1000).toISOString()
  const plain = await packLayer(await imageFiles(executable), `${out}.layer`, epoch)
  const packed = Bun.gzipSync(plain, { level })

  const layer = addBlob(out, packed, 'application/vnd.oci.image.layer.v1.tar+gzip')
  const config = addJson(out, imageConfig({ created, version, layer: digestOf(plain) }), 'image.config')
  const manifest = addJson(
    out,
    { schemaVersion: 2, mediaType: `${OCI}.image.manifest.v1+json`, config, layers: [layer] },
    'image.manifest',
  )
  const named = { ...manifest, annotations: { 'org.opencontainers.image.ref.name': version } }
  writeFileSync(join(out, 'index.json'), JSON.stringify({ schemaVersion: 2, manifests: [named] }))
  writeFileSync(join(out, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }))
  return layer.size + config.size + manifest.size
}

async function imageFiles(executable: string): Promise<Record<string, StagedFile>> {
  const { said } = await runQuietly(['ldd', executable])
  const libraries = [...said.matchAll(/(\/\S+) \(0x/g)].map(([, path = '']) => path)
  return {
    'usr/bin/portico': { from: executable, mode: 0o755 },
    ...Object.fromEntries(libraries.map((path) => [path.slice(1), { from: path, mode: 0o755 }])),
    'etc/passwd': { from: { text: `portico:x:${NOBODY}:${NOBODY}::/:/sbin/nologin\n` } },
    'etc/group': { from: { text: `portico:x:${NOBODY}:\n` } },
    'etc/nsswitch.conf': { from: { text: 'hosts: files dns\n' } },
  }
}

async function packLayer(files: Readonly<Record<string, StagedFile>>, folder: string, epoch: number) {
  rmSync(folder, { recursive: true, force: true })
  stage(folder, files)
  const tar = `${folder}.tar`
  const always = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--format=gnu']
  const { status, said } = await runQuietly([
    'tar',
    ...always,
    `--mtime=@${epoch}`,
    '-C',
    folder,
    '-cf',
    tar,
    '.',
  ])
  if (status !== 0) throw new Error(`tar: ${said}`)
  const plain = readFileSync(tar)
  rmSync(folder, { recursive: true })
  rmSync(tar)
  return plain
}

const OCI = 'application/vnd.oci'

function imageConfig({ created, version, layer }: { created: string; version: string; layer: string }) {
  return {
    created,
    architecture: process.arch === 'arm64' ? 'arm64' : 'amd64',
    os: 'linux',
    config: {
      User: `${NOBODY}:${NOBODY}`,
      Entrypoint: ['/usr/bin/portico'],
      Cmd: ['serve'],
      // A container is reached from outside of it; whom to trust in front of it is for its owner to say.
      Env: ['LISTEN=0.0.0.0:10000', 'BUN_RUNTIME_TRANSPILER_CACHE_PATH=0'],
      ExposedPorts: { '10000/tcp': {} },
      Labels: { 'org.opencontainers.image.title': 'Portico', 'org.opencontainers.image.version': version },
    },
    rootfs: { type: 'layers', diff_ids: [layer] },
    history: [{ created, created_by: 'npm run package' }],
  }
}

interface Descriptor {
  readonly mediaType: string
  readonly digest: string
  readonly size: number
}

function addJson(out: string, value: object, kind: 'image.config' | 'image.manifest'): Descriptor {
  return addBlob(out, Buffer.from(JSON.stringify(value)), `${OCI}.${kind}.v1+json`)
}

function addBlob(out: string, bytes: Uint8Array, mediaType: string): Descriptor {
  const digest = digestOf(bytes)
  const file = join(out, 'blobs', digest.replace(':', '/'))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, bytes)
  chmodSync(file, 0o644)
  return { mediaType, digest, size: bytes.length }
}

function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
}
