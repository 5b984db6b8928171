import { unescape as percentDecoded } from 'node:querystring'
import { inspect } from 'node:util'
import type { Credentials } from '../device/credentials.ts'
import type { DeviceUser } from '../device/device.ts'
import type { Log } from '../log.ts'

/** The vendor's post-login hook. It runs in the foreground and starts its own work for anything slow. */
export type AfterLogin = (context: AuthenticatedContext) => void | Promise<void>

/** What the hook receives: a user who has just logged in, and the device as that user. Printing it shows no password. */
export class AuthenticatedContext {
  /** Reads the device with the user's credentials, now and later. */
  readonly device: DeviceUser
  readonly #credentials: Credentials

  constructor(credentials: Credentials, device: DeviceUser) {
    this.#credentials = credentials
    this.device = device
  }

  get username(): string {
    return this.#credentials.username
  }

  get password(): string {
    return this.#credentials.revealPassword()
  }

  toJSON() {
    return { username: this.username, password: '[redacted]' }
  }

  [inspect.custom]() {
    return `AuthenticatedContext(${JSON.stringify(this.username)}, [redacted])`
  }
}

const PATIENCE_MS = 5_000

interface Circumstances {
  readonly log: Log
  /** The end of the whole login's time. */
  readonly within: AbortSignal
  readonly patienceMs?: number | undefined
}

/** Calls the hook and waits for it, but not for long; whatever it does, the login goes on. */
export async function runAfterLogin(
  hook: AfterLogin,
  context: AuthenticatedContext,
  { log, within, patienceMs = PATIENCE_MS }: Circumstances,
): Promise<void> {
  const leftBehind = AbortSignal.any([within, AbortSignal.timeout(patienceMs)])
  try {
    await Promise.race([callHook(hook, context), rejectOn(leftBehind)])
  } catch (error) {
    if (leftBehind.aborted) log.warn('hook.left-behind', { username: context.username })
    else log.error('hook.failed', { username: context.username, error: withoutPassword(error, context) })
  }
}

/** A hook that throws before it returns a promise fails like one that rejects. */
async function callHook(hook: AfterLogin, context: AuthenticatedContext): Promise<void> {
  await hook(context)
}

/** A hook may put the password into what it throws, in an address, a header or a body. */
function withoutPassword(error: unknown, { password }: AuthenticatedContext): unknown {
  const told = typeof error === 'string' ? error : inspect(error, { depth: 9 })
  const isTold = readingsOf(told).some((reading) => reading.includes(password))
  return isTold ? new Error('withheld: what the hook threw contains the password') : error
}

/** A text with its percent-encoded, JSON-escaped, base64 and hexadecimal parts decoded. */
function readingsOf(text: string): string[] {
  const words = text.match(/[\w+/-]{2,}/g) ?? []
  // Base64 may start in the middle of a word.
  const fromBase64 = words.flatMap((word) => [0, 1, 2, 3].map((at) => decoded(word.slice(at), 'base64')))
  return [
    text,
    percentDecoded(text),
    percentDecoded(text.replaceAll('+', ' ')),
    unescaped(text),
    unescaped(unescaped(text)),
    ...fromBase64,
    ...words.map((word) => decoded(word, 'hex')),
  ]
}

const decoded = (word: string, encoding: 'base64' | 'hex') => Buffer.from(word, encoding).toString()

const unescaped = (text: string) =>
  text
    .replaceAll(/\\u([\da-f]{4})/gi, (_, unit: string) => String.fromCharCode(Number.parseInt(unit, 16)))
    .replaceAll(/\\(.)/g, '$1')

function rejectOn(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
