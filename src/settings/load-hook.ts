import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { WrongSetting } from '../config.ts'
import type { AfterLogin } from '../login/after-login.ts'
import { requireTrusted } from './trusted-file.ts'

/** The vendor's post-login hook: the default export of a module on disk. */
export async function loadHook(file: string): Promise<AfterLogin> {
  try {
    requireTrusted(file)
    const module: { default?: unknown } = await import(pathToFileURL(resolve(file)).href)
    if (!isFunction(module.default)) throw new Error('its default export is not a function')
    return module.default
  } catch (error) {
    throw WrongSetting.because(`--on-login: ${file}`, error)
  }
}

/** All that can be known of a function from outside. */
function isFunction(value: unknown): value is AfterLogin {
  return typeof value === 'function'
}
