import type { Context } from 'hono'
import { type Cookies, cookieValue, isAmbiguous } from './cookies.ts'
import type { Texts } from './texts/languages.ts'

/** Why a visitor is on the login page. It travels in a cookie, as one of these codes, and is shown once. */
export type Notice = keyof Texts['notices']

/** What to tell the visitor; empty when there is nothing to tell. Asking uses it up. */
export function takeNotice(c: Context, cookies: Cookies, text: Texts): string {
  const code = isAmbiguous(c, 'session') ? 'two-sessions' : cookieValue(c, 'notice')
  if (code === undefined) return ''
  cookies.clear(c, 'notice')
  return isNotice(code, text) ? text.notices[code] : ''
}

function isNotice(code: string, text: Texts): code is Notice {
  return Object.hasOwn(text.notices, code)
}
