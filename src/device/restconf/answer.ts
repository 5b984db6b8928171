import { parseJsonInSlices, SLICE_BYTES } from '../../data/json/parse-in-slices.ts'
import { parseJson } from '../../data/json/parse-json.ts'
import { DeviceError } from '../device-error.ts'
import { type Code, failure, printable } from './codes.ts'

/** A whole answer of the device. */
export interface Answer {
  readonly status: number
  /** Without parameters, in lower case; empty when there was none. */
  readonly mediaType: string
  readonly body: Uint8Array
  /** Where a redirect would lead. It is never followed; the doctor shows it. */
  readonly location?: string | undefined
}

/** What an answer to a read of data means. */
export type Reading =
  | { readonly kind: 'data'; readonly value: unknown }
  | {
      readonly kind: 'failed'
      readonly status: number
      readonly code: Code
      /** What the device gives as the reason, in RESTCONF's form. */
      readonly says: ErrorBody | undefined
    }

/** The device's own words about a failure, cut and printable. */
export interface ErrorBody {
  readonly tag: string
  readonly message: string
}

export const YANG_JSON = 'application/yang-data+json'

/** Reads an answer. What the device says is dropped when it holds one of the secrets that it was sent. */
export async function readAnswer(
  { status, mediaType, body }: Answer,
  secrets: readonly string[] = [],
): Promise<Reading> {
  if (status === 200 && mediaType === YANG_JSON) return readData(body)

  const says = readErrorBody(body, secrets)
  const failed = (code: Code): Reading => ({ kind: 'failed', status, code, says })
  if (status === 200) return failed('media-type')
  if (status >= 300 && status < 400) return failed('redirect')
  // A 404 that is not in RESTCONF's form says nothing about the resource.
  const isRestconf = says !== undefined || mediaType.startsWith('application/yang-data+')
  if (status === 404 && !isRestconf) return failed('media-type')
  return failed(`status-${status}`)
}

async function readData(body: Uint8Array): Promise<Reading> {
  const parsed = body.length > SLICE_BYTES ? await parseJsonInSlices(body) : parseJson(body)
  if (parsed.kind === 'json') return { kind: 'data', value: parsed.json }
  const isTooMuch = parsed.kind === 'too-deep' || parsed.kind === 'too-many-values'
  return { kind: 'failed', status: 200, code: isTooMuch ? parsed.kind : 'bad-json', says: undefined }
}

/** The statuses with which a device refuses a request (RFC 8040 section 7). 500 is not a refusal: something broke. */
const refusals: ReadonlySet<Code> = new Set(
  [400, 405, 409, 412, 413, 501].map((status): Code => `status-${status}`),
)

/** The error for a failed reading. A refusal in RESTCONF's form is an answer. */
export function failureOf({ code, says }: Extract<Reading, { kind: 'failed' }>): DeviceError {
  const isRefusal = says !== undefined && refusals.has(code)
  if (isRefusal && meansAbsent(says)) return new DeviceError('absent', code)
  const words = says?.message || says?.tag || undefined
  return new DeviceError(isRefusal ? 'refused' : failure(code).kind, code, { says: words })
}

/** Real devices answer 400 for a node or module that their model does not have: clixon by the tag, rousette in words. */
function meansAbsent({ tag, message }: ErrorBody): boolean {
  if (tag === 'unknown-element' || tag === 'data-missing') return true
  return /^(Couldn't find schema node\b|Node '.*' is not a child of |Target resource does not exist)/.test(
    message,
  )
}

/** In bytes. Real errors take a few hundred; longer bodies are not parsed. */
const MAX_ERROR_BYTES = 64 * 1024

/** The first error of a RESTCONF error body (RFC 8040 section 7.1); undefined for any other body. */
export function readErrorBody(body: Uint8Array, secrets: readonly string[] = []): ErrorBody | undefined {
  if (body.length > MAX_ERROR_BYTES) return undefined
  const parsed = parseJson(body)
  const errors = parsed.kind === 'json' ? member(parsed.json, 'ietf-restconf:errors') : undefined
  const error = member(errors, 'error')
  // The RFC has a list; clixon sends a single error as an object.
  const first = Array.isArray(error) ? error[0] : error
  const tag = member(first, 'error-tag')
  if (typeof tag !== 'string') return undefined
  const told = member(first, 'error-message')
  const message = typeof told === 'string' ? told : ''
  // Checked before the words are cut, because half a password is a leak, too.
  if (secrets.some((secret) => `${tag} ${message}`.includes(secret))) return { tag: '', message: '' }
  return { tag: printable(tag), message: printable(message) }
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return Object.getOwnPropertyDescriptor(value, name)?.value
}

/** Servers use different media types for module texts. HTML is never one. */
const textTypes: ReadonlySet<string> = new Set([
  'application/yang',
  'application/octet-stream',
  'text/plain',
  'text/x-yang',
  '',
])

/** What an answer to a read of a module's text means. */
export async function readText(answer: Answer, secrets: readonly string[] = []): Promise<Reading> {
  const { status, mediaType, body } = answer
  const failed = (code: Code): Reading => ({ kind: 'failed', status, code, says: undefined })
  // Outside RESTCONF's root, a plain 404 means that the text is absent.
  if (status === 404) return failed('status-404')
  if (status !== 200) return readAnswer(answer, secrets)
  if (!textTypes.has(mediaType)) return failed('media-type')
  try {
    return { kind: 'data', value: new TextDecoder('utf-8', { fatal: true }).decode(body) }
  } catch {
    return failed('bad-text')
  }
}

/** The value that was read. Throws the DeviceError for a failed reading. */
export function dataOf(reading: Reading): unknown {
  if (reading.kind === 'data') return reading.value
  throw failureOf(reading)
}
