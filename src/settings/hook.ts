import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { FileProblem, requireFile, requireTrusted } from '../files.ts'
import type { AfterLogin } from '../login/after-login.ts'
import { wrongSetting } from './settings.ts'

/** The vendor's post-login hook: the default export of a module on disk. */
export async function loadHook(file: string): Promise<AfterLogin> {
  try {
    requireFile(file)
    requireTrusted(file)
    const hook = (await importModule(file)).default
    if (!isFunction(hook)) throw new FileProblem(`${file}: its default export is not a function`)
    return hook
  } catch (error) {
    throw wrongSetting('onLogin', error)
  }
}

async function importModule(file: string): Promise<{ default?: unknown }> {
  try {
    return await import(pathToFileURL(resolve(file)).href)
  } catch (error) {
    throw new FileProblem(`${file} ${whyNotLoaded(error)}`, { cause: error })
  }
}

/** Where a mistake is, if the runtime can tell. */
function whyNotLoaded(error: unknown): string {
  if (error instanceof AggregateError) return whyNotLoaded(error.errors[0])
  if (error instanceof ResolveMessage)
    return `cannot be loaded, because ${error.referrer} imports "${error.specifier}", which is not there`
  if (error instanceof BuildMessage) return `cannot be loaded: line ${error.position?.line}: ${error.message}`
  return `throws while it is loaded: ${error instanceof Error ? error.message : typeof error}`
}

/** True for a function, which is all that can be checked from outside. */
function isFunction(value: unknown): value is AfterLogin {
  return typeof value === 'function'
}
