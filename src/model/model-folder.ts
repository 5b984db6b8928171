import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ModuleName } from '../device/device.ts'
import type { Log } from '../log.ts'
import type { MissingModule } from './model-state.ts'
import { headOf } from './text-head.ts'

export const MAX_TEXT_BYTES = 4 * 1024 * 1024
const MAX_FILES = 4_000
export const MAX_FOLDER_BYTES = 64 * 1024 * 1024

/** Texts by the name and revision that they state. */
export type Texts = ReadonlyMap<string, string>

export function textKey({ name, revision }: ModuleName): string {
  return `${name}@${revision ?? ''}`
}

/** The first few, because a log line is not a list. */
export function someOf(missing: readonly MissingModule[]): readonly string[] {
  const some = missing.slice(0, 10).map((module) => `${textKey(module)}: ${module.because}`)
  return missing.length > 10 ? [...some, `and ${missing.length - 10} more`] : some
}

/** The texts of the operator's folder (`--models DIR`). Files may be called anything that ends in `.yang`. */
export async function readFolder(folder: string, log: Log): Promise<Texts> {
  const texts = new Map<string, string>()
  let room = MAX_FOLDER_BYTES
  for (const file of await namesIn(folder, log)) {
    const text = await readSmall(join(folder, file), Math.min(room, MAX_TEXT_BYTES))
    const head = text === undefined ? undefined : await headOf(text)
    if (text === undefined || !head) log.warn('model.file-ignored', { file: join(folder, file) })
    else {
      room -= text.length
      texts.set(textKey(head), text)
    }
  }
  return texts
}

async function namesIn(folder: string, log: Log): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.yang')).slice(0, MAX_FILES)
  } catch (error) {
    log.warn('model.folder-unreadable', { folder, error })
    return []
  }
}

/** The text of a file; undefined when it is too large, not a file, or not readable. */
export async function readSmall(path: string, maxBytes: number): Promise<string | undefined> {
  try {
    const found = await stat(path)
    if (!found.isFile() || found.size > maxBytes) return undefined
    return await readFile(path, 'utf8')
  } catch {
    return undefined
  }
}
