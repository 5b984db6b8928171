import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** One file of a package: its source or its text, and its mode. */
export interface StagedFile {
  readonly from: string | { readonly text: string }
  readonly mode?: number
}

/** Lays files out below a folder as they will lie below the root. Modes do not depend on the packager's umask. */
export function stage(root: string, files: Readonly<Record<string, StagedFile>>): void {
  makeFolder(root)
  for (const [path, { from, mode = 0o644 }] of Object.entries(files)) {
    const target = join(root, path)
    makeFolders(root, dirname(path))
    if (typeof from === 'string') copyFileSync(from, target)
    else writeFileSync(target, from.text)
    chmodSync(target, mode)
  }
}

function makeFolders(root: string, path: string): void {
  if (path === '.' || path === '/') return
  makeFolders(root, dirname(path))
  makeFolder(join(root, path))
}

function makeFolder(path: string): void {
  mkdirSync(path, { recursive: true })
  chmodSync(path, 0o755)
}
