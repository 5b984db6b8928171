import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { embedded } from './embedded.ts'

/** Reads one file by name; undefined when there is no such file. */
export type Folder = (name: string) => Uint8Array<ArrayBuffer> | undefined

/** Our own templates and assets: on disk in a checkout, inside the executable otherwise. */
export const ownViews = ownFolder('views', () => join(import.meta.dir, 'views'))
export const ownPublic = ownFolder('public', () => join(import.meta.dir, '../../public'))
export const htmx = ownFolder('htmx', () => packageFolder('htmx.org', 'dist'))
export const lucide = ownFolder('lucide', () => packageFolder('lucide-static', 'icons'))
/** Assets compressed by the build, by address and encoding; none in a checkout. */
export const precompressed: Folder = embedded ? embeddedFolder(embedded, 'compressed') : () => undefined

export const scriptNames = ['app.js', 'login.js'] as const

/** Our scripts for the browser, each bundled with all that it imports. */
export const ownScripts: Folder = embedded
  ? embeddedFolder(embedded, 'scripts')
  : await bundle(join(import.meta.dir, '../browser'))

function ownFolder(name: string, pathInCheckout: () => string): Folder {
  return embedded ? embeddedFolder(embedded, name) : diskFolder(pathInCheckout())
}

function embeddedFolder(files: Readonly<Record<string, string>>, folder: string): Folder {
  return (name) => {
    const file = files[`${folder}/${name}`]
    return file === undefined ? undefined : new Uint8Array(Buffer.from(file, 'base64'))
  }
}

async function bundle(sources: string): Promise<Folder> {
  const { outputs } = await Bun.build({
    entrypoints: scriptNames.map((name) => join(sources, name.replace(/js$/, 'ts'))),
    format: 'iife',
    minify: true,
  })
  const files = outputs.map(
    async (file) => [basename(file.path), new Uint8Array(await file.arrayBuffer())] as const,
  )
  const byName = new Map(await Promise.all(files))
  return (name) => byName.get(name)
}

export function diskFolder(path: string): Folder {
  return (name) => {
    try {
      return readFileSync(join(path, name))
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }
}

/** A file of `theme` replaces our own of the same name. */
export function overlay(theme: Folder | undefined, own: Folder): Folder {
  return (name) => theme?.(name) ?? own(name)
}

export function readText(folder: Folder, name: string): string {
  return new TextDecoder().decode(readBytes(folder, name))
}

export function readBytes(folder: Folder, name: string): Uint8Array<ArrayBuffer> {
  const bytes = folder(name)
  if (bytes === undefined) throw new Error(`The file ${name} is missing.`)
  return bytes
}

function packageFolder(name: string, folder: string): string {
  return join(dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`))), folder)
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
