import { readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * The text of a file that we trust with every user's password. Throws a sentence that names the
 * file when a user other than root and our own could have written it.
 */
export function readTrustedFile(path: string): string {
  requireFile(path)
  requireTrusted(path)
  return readText(path)
}

/**
 * Like {@link readTrustedFile}, for a file that other users must not read either. Its group may, for a service with a group of its own. What it
 * holds is checked first: do not ask an operator to change the mode of a file that was named by mistake.
 */
export function readSecretFile<Secret>(path: string, parse: (text: string) => Secret): Secret {
  const { mode, uid } = requireFile(path)
  const secret = parse(readText(path))
  if ((mode & OTHERS_MAY_READ_OR_WRITE) !== 0) {
    const remedy = uid === process.geteuid?.() ? 'chmod 600 it' : 'chmod g-w,o= it, as its owner'
    throw new FileProblem(`${path}: others than its owner may write it or read it; ${remedy}`)
  }
  requireTrusted(path)
  return secret
}

/** Throws unless only root or our own user may change the file or folder, and the folders that lead to it. */
export function requireTrusted(path: string): Stats {
  const found = stat(path)
  refuseForeignOwner(path, found)
  if ((found.mode & OTHERS_MAY_WRITE) !== 0) {
    const remedy = (found.mode & STICKY) === 0 ? 'chmod go-w it' : 'use a folder of its own, not a shared one'
    throw new FileProblem(`${path}: others than its owner may write it; ${remedy}`)
  }
  for (const folder of new Set([...foldersAbove(resolve(path)), ...foldersAbove(realpathSync(path))]))
    requireTrustedFolder(folder)
  return found
}

/** The text of a file. Errors are described in our own words, not in the runtime's. */
export function readText(path: string): string {
  requireFile(path)
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw inWords(path, error)
  }
}

const OTHERS_MAY_WRITE = 0o022
const OTHERS_MAY_READ_OR_WRITE = 0o027
/** In a folder like /tmp only its owner can replace a file. */
const STICKY = 0o1000

/** Throws unless the path leads to something that can be read to an end. */
export function requireFile(path: string): Stats {
  const found = stat(path)
  if (found.isCharacterDevice() || found.isBlockDevice())
    throw new FileProblem(`${path} is a device; a file is needed`)
  if (found.isDirectory()) throw new FileProblem(`${path} is a folder; a file is needed`)
  return found
}

/** Throws unless there is a folder of that name. */
export function requireFolder(path: string, what = 'a folder is needed'): void {
  if (!stat(path).isDirectory()) throw new FileProblem(`${path} is a file; ${what}`)
}

function stat(path: string): Stats {
  try {
    return statSync(path)
  } catch (error) {
    throw inWords(path, error)
  }
}

function foldersAbove(path: string): string[] {
  const folder = dirname(path)
  return folder === path ? [] : [folder, ...foldersAbove(folder)]
}

function requireTrustedFolder(folder: string): void {
  const found = stat(folder)
  refuseForeignOwner(folder, found)
  if ((found.mode & OTHERS_MAY_WRITE) !== 0 && (found.mode & STICKY) === 0)
    throw new FileProblem(`${folder}: others than its owner may write this folder; chmod go-w it`)
}

function refuseForeignOwner(path: string, { uid }: Stats): void {
  if (uid === 0 || uid === process.geteuid?.()) return
  throw new FileProblem(
    `${path}: it belongs to user ${uid}, who could change it; chown it to root or to our own user`,
  )
}

/** What is wrong with a file, in a sentence that names it. */
export class FileProblem extends Error {
  override name = 'FileProblem'
}

/** What went wrong with a file, in words and with its path. */
export function inWords(path: string, error: unknown): Error {
  if (error instanceof FileProblem) return error
  const { message, code } = facts(error)
  if (code === undefined) return new FileProblem(`${path}: ${message}`, { cause: error })
  return new FileProblem(words[code]?.(path) ?? `${path} cannot be used (${code})`, { cause: error })
}

function facts(error: unknown): { message: string; code: string | undefined } {
  if (!(error instanceof Error)) return { message: String(error), code: undefined }
  return { message: error.message, code: 'code' in error ? String(error.code) : undefined }
}

const words: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) => `${path} does not exist`,
  ENOTDIR: (path) => `${path} does not exist: a part of this path is a file, not a folder`,
  EISDIR: (path) => `${path} is a folder; a file is needed`,
  EEXIST: (path) => `${path} is a file; a folder is needed`,
  EACCES: (path) => `${path}: this user may not read it`,
  EPERM: (path) => `${path}: this user may not use it`,
  EROFS: (path) => `${path} cannot be written: it is on a read-only file system`,
  ENOSPC: (path) => `${path} cannot be written: the disk is full`,
  ELOOP: (path) => `${path} leads in circles, by symbolic links`,
  ENAMETOOLONG: (path) => `${path.slice(0, 40)}… is longer than a path may be`,
}
