import { basename, join } from 'node:path'
import { embedded } from './embedded.ts'
import { embeddedFolder, type Folder } from './folder.ts'

export const scriptNames = ['app.js', 'login.js'] as const

/** Our scripts for the browser: each with all that it imports, as one file. */
export const ownScripts: Folder = embedded
  ? embeddedFolder(embedded, 'scripts')
  : await bundle(join(import.meta.dir, '../../browser'))

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
