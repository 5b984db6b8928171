import { readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AfterLogin } from '../login/after-login.ts'
import { wrongSetting } from './settings.ts'

/**
 * The text of a file that we believe: what it says is done with everybody's passwords. Throws a sentence that names the
 * file when somebody else than root or our own user could have written it.
 */
export function readTrustedFile(path: string): string {
  requireFile(path)
  requireTrusted(path)
  return readText(path)
}

/** The same for a file that others must not read either. Its group may, for a service with a group of its own. */
export function readSecretFile(path: string): string {
  if ((requireFile(path).mode & OTHERS_MAY_READ_OR_WRITE) !== 0)
    throw new Error(`${path}: others than its owner may write it or read it; chmod 600 it`)
  return readTrustedFile(path)
}

/** Throws unless only root or our own user may change the file or folder, and the folders that lead to it. */
export function requireTrusted(path: string): Stats {
  const found = stat(path)
  refuseForeignOwner(path, found)
  if ((found.mode & OTHERS_MAY_WRITE) !== 0)
    throw new Error(`${path}: others than its owner may write it; chmod go-w it`)
  for (const folder of new Set([...foldersAbove(resolve(path)), ...foldersAbove(realpathSync(path))]))
    requireTrustedFolder(folder)
  return found
}

/** The text of a file. What is wrong with it is said in words, not in the runtime's. */
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
/** In a folder like /tmp nobody can replace what belongs to somebody else. */
const STICKY = 0o1000

function requireFile(path: string): Stats {
  const found = stat(path)
  if (found.isDirectory()) throw new Error(`${path} is a folder; a file is needed`)
  return found
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
    throw new Error(`${folder}: others than its owner may write this folder; chmod go-w it`)
}

function refuseForeignOwner(path: string, { uid }: Stats): void {
  if (uid === 0 || uid === process.geteuid?.()) return
  throw new Error(
    `${path}: it belongs to user ${uid}, who could change it; chown it to root or to our own user`,
  )
}

/** What went wrong with a file, in words and with its path. */
export function inWords(path: string, error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  if (code === undefined) return error instanceof Error ? error : new Error(`${path}: ${error}`)
  return new Error(words[code]?.(path) ?? `${path} cannot be used (${code})`, { cause: error })
}

const words: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) => `${path}: there is no such file`,
  ENOTDIR: (path) => `${path}: a part of this path is a file, not a folder`,
  EISDIR: (path) => `${path} is a folder; a file is needed`,
  EACCES: (path) => `${path}: this user may not read it`,
  EPERM: (path) => `${path}: this user may not use it`,
  EROFS: (path) => `${path} cannot be written: it is on a read-only file system`,
  ENOSPC: (path) => `${path} cannot be written: the disk is full`,
  ELOOP: (path) => `${path} leads in circles, by symbolic links`,
  ENAMETOOLONG: (path) => `${path.slice(0, 40)}… is longer than a path may be`,
}

/** The vendor's post-login hook: the default export of a module on disk. */
export async function loadHook(file: string): Promise<AfterLogin> {
  try {
    requireFile(file)
    requireTrusted(file)
    const hook = (await importModule(file)).default
    if (!isFunction(hook)) throw new Error(`${file}: its default export is not a function`)
    return hook
  } catch (error) {
    throw wrongSetting('onLogin', error)
  }
}

async function importModule(file: string): Promise<{ default?: unknown }> {
  try {
    return await import(pathToFileURL(resolve(file)).href)
  } catch (error) {
    throw new Error(`${file} ${whyNotLoaded(error)}`, { cause: error })
  }
}

/** Where a mistake is, if the runtime can tell. */
function whyNotLoaded(error: unknown): string {
  if (error instanceof ResolveMessage)
    return `cannot be loaded: ${error.referrer} imports "${error.specifier}", which is not there`
  if (error instanceof BuildMessage) return `cannot be loaded: line ${error.position?.line}: ${error.message}`
  return `cannot be loaded: ${error instanceof Error ? error.message : `it throws ${typeof error}`}`
}

/** All that can be known of a function from outside. */
function isFunction(value: unknown): value is AfterLogin {
  return typeof value === 'function'
}
