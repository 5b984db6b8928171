import { chmod, lstat, mkdir, readdir, rename, rm, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FileProblem, requireTrusted } from '../files.ts'
import type { Log } from '../log.ts'
import { MAX_FOLDER_BYTES, MAX_TEXT_BYTES, readSmall, type Texts, textKey } from './model-folder.ts'
import { headOf } from './text-head.ts'

/** Folders kept, one for each library: an upgrade of the device leaves the old one behind. */
const MAX_LIBRARIES = 4
const MAX_FILES = 2_000
const FILE_NAME = /^[A-Za-z_][\w.-]{0,199}@(\d{4}-\d{2}-\d{2})?\.yang$/

/**
 * The texts of one library, kept in a folder (`--model-cache DIR`) so that a restart asks the device for none of them.
 * What is read back is checked like what comes from the device. Trouble with the folder is only logged.
 */
export class ModelCache {
  readonly #folder: string
  readonly #library: string
  readonly #log: Log

  /** The key is different for each library and device, so texts of different devices never mix. */
  constructor(folder: string, key: string, log: Log) {
    this.#folder = folder
    this.#library = join(folder, key)
    this.#log = log
  }

  async read(): Promise<Texts> {
    const texts = new Map<string, string>()
    let room = MAX_FOLDER_BYTES
    for (const file of await this.#files()) {
      const text = await readSmall(join(this.#library, file), Math.min(room, MAX_TEXT_BYTES))
      const head = text === undefined ? undefined : await headOf(text)
      room -= text?.length ?? 0
      if (text !== undefined && head && `${textKey(head)}.yang` === file) texts.set(textKey(head), text)
      else this.#log.warn('model.file-ignored', { file: join(this.#library, file) })
    }
    return texts
  }

  /** Writes atomically: each file is complete or absent. */
  async write(texts: Texts): Promise<void> {
    try {
      await mkdir(this.#library, { recursive: true, mode: 0o700 })
      await this.#claim()
      for (const [key, text] of texts) await this.#writeFile(`${key}.yang`, text)
      const now = new Date()
      await utimes(this.#library, now, now)
      await this.#forgetOldest()
    } catch (error) {
      this.#log.warn('model.not-kept', { folder: this.#folder, error })
    }
  }

  /** In a link's place, or in somebody else's folder, nothing is written and no rights are changed. */
  async #claim(): Promise<void> {
    const found = await lstat(this.#library)
    if (!found.isDirectory() || found.uid !== process.geteuid?.())
      throw new FileProblem(`${this.#library} is a link, or belongs to another user; remove it`)
    await chmod(this.#library, 0o700)
    requireTrusted(this.#library)
  }

  /** Empty when there is no folder yet, or when another user could have written it. */
  async #files(): Promise<readonly string[]> {
    try {
      const names = await readdir(this.#library)
      requireTrusted(this.#library)
      return names.filter((name) => FILE_NAME.test(name)).slice(0, MAX_FILES)
    } catch (error) {
      if (!isMissing(error)) this.#log.warn('model.folder-unreadable', { folder: this.#library, error })
      return []
    }
  }

  async #writeFile(name: string, text: string): Promise<void> {
    if (!FILE_NAME.test(name)) return
    const unfinished = join(this.#library, `.${name}.${process.pid}`)
    try {
      await writeFile(unfinished, text, { mode: 0o600 })
      await rename(unfinished, join(this.#library, name))
    } catch (error) {
      await unlink(unfinished).catch(() => {})
      throw error
    }
  }

  /** Only folders that look like ours are removed. */
  async #forgetOldest(): Promise<void> {
    const names = (await readdir(this.#folder)).filter((name) => /^[0-9a-f]{64}$/.test(name))
    const aged = await Promise.all(
      names.map(async (name) => ({ name, at: (await stat(join(this.#folder, name))).mtimeMs })),
    )
    const old = aged.sort((one, other) => other.at - one.at).slice(MAX_LIBRARIES)
    for (const { name } of old) await rm(join(this.#folder, name), { recursive: true })
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
