import type { Context } from 'hono'
import { type Cookies, cookieValue, isAmbiguous } from './cookies.ts'
import type { Scope } from './scope.ts'
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

const MAX_WANTED_BYTES = 1_000
/** What a cookie can hold as it is. */
const COOKIE_TEXT = /^[!#-:<-[\]-~]+$/

/**
 * Remembers the page that a person asked for, when the request that is now sent to the login page was for one whose
 * address people send to each other. The login leads to the overview, which offers it.
 */
export function keepWantedPage(c: Context<Scope>, cookies: Cookies): void {
  if (!isForDocument(c)) return
  const { pathname, search } = new URL(c.req.url)
  if (isOwnPage(pathname + search)) cookies.set(c, 'wanted', pathname + search)
}

/** The page to offer; undefined when there is none. Asking uses it up. */
export function takeWantedPage(c: Context<Scope>, cookies: Cookies): string | undefined {
  if (!isForDocument(c)) return undefined
  forgetWantedPage(c, cookies)
  const address = cookieValue(c, 'wanted')
  return address !== undefined && isOwnPage(address) ? address : undefined
}

export function forgetWantedPage(c: Context<Scope>, cookies: Cookies): void {
  if (isAmbiguous(c, 'wanted')) cookies.clearAll(c, 'wanted')
  else if (cookieValue(c, 'wanted') !== undefined) cookies.clear(c, 'wanted')
}

/** Browsers say what they want to show; on plain-HTTP hosts they only say which types they can. */
function isForDocument(c: Context): boolean {
  if (c.req.method !== 'GET' || c.req.header('hx-request') === 'true') return false
  const destination = c.req.header('sec-fetch-dest')
  if (destination !== undefined) return destination === 'document'
  return (c.req.header('accept') ?? '').includes('text/html')
}

/** An address here, written as a browser writes it: no other host, no dot segments, nothing that ends a cookie. */
function isOwnPage(address: string): boolean {
  if (address.length > MAX_WANTED_BYTES || !COOKIE_TEXT.test(address)) return false
  if (!/^\/(data(?=$|[/?])|interfaces\/)/.test(address)) return false
  const { pathname, search } = new URL(address, 'http://here.invalid')
  return pathname + search === address
}
