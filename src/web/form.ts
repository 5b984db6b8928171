import type { Context } from 'hono'
import type { Scope } from './scope.ts'

/** The fields of a form by name, or why there are none. */
export type FormOutcome =
  | { readonly kind: 'form'; readonly encoding: Encoding; readonly fields: ReadonlyMap<string, string> }
  /** Not read to its end: too large, or too slow. */
  | { readonly kind: 'unread'; readonly status: 413 | 408 }
  | { readonly kind: 'not-a-form' }

type Encoding = 'urlencoded' | 'multipart'

/** No form of ours is larger, or takes longer to arrive. */
export const MOST_BYTES = 16 * 1024
const PATIENCE_MS = 15_000

const encodings: ReadonlyMap<string, Encoding> = new Map([
  ['application/x-www-form-urlencoded', 'urlencoded'],
  ['multipart/form-data', 'multipart'],
])

/** The form in the body. Whoever asks twice gets the same answer: a body can be read once. */
export function readForm(c: Context<Scope>): Promise<FormOutcome> {
  const form = c.var.form ?? readBody(c.req.raw)
  c.set('form', form)
  return form
}

async function readBody(request: Request): Promise<FormOutcome> {
  const type = request.headers.get('content-type') ?? ''
  const encoding = encodings.get(type.split(';')[0]?.trim().toLowerCase() ?? '')
  if (!encoding) return { kind: 'not-a-form' }
  const body = await readBytes(request)
  if (!(body instanceof Uint8Array)) return { kind: 'unread', status: body }
  const fields = encoding === 'urlencoded' ? parseForm(body) : await parseMultipart(body, type)
  body.fill(0)
  return fields ? { kind: 'form', encoding, fields } : { kind: 'not-a-form' }
}

/** The whole body, or why not. What is left of it then is not read. */
async function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer> | 413 | 408> {
  if (Number(request.headers.get('content-length') ?? 0) > MOST_BYTES) return 413
  try {
    return await readAtMost(MOST_BYTES, request)
  } catch {
    // The browser has gone away in the middle of it.
    return 408
  }
}

async function readAtMost(most: number, request: Request): Promise<Uint8Array<ArrayBuffer> | 413 | 408> {
  const reader = request.body?.getReader()
  if (!reader) return new Uint8Array()

  const tooSlow = AbortSignal.timeout(PATIENCE_MS)
  tooSlow.addEventListener('abort', () => void reader.cancel())
  const chunks: Uint8Array[] = []
  let size = 0
  for (let part = await reader.read(); part.value; part = await reader.read()) {
    chunks.push(part.value)
    size += part.value.length
    if (size > most) return 413
  }
  if (tooSlow.aborted) return 408
  const body = Buffer.concat(chunks)
  for (const chunk of chunks) chunk.fill(0)
  return body
}

/**
 * Parses `application/x-www-form-urlencoded` strictly: a broken %-escape, bytes that are not UTF-8 and a field that
 * comes twice are mistakes. (URLSearchParams forgives all three, and replaces bytes that it cannot read.)
 */
export function parseForm(body: Uint8Array): ReadonlyMap<string, string> | undefined {
  const fields = new Map<string, string>()
  for (const pair of split(body, '&')) {
    if (pair.length === 0) continue
    const equals = pair.indexOf(code('='))
    const name = decode(equals < 0 ? pair : pair.subarray(0, equals))
    const value = decode(equals < 0 ? new Uint8Array() : pair.subarray(equals + 1))
    if (name === undefined || value === undefined || fields.has(name)) return undefined
    fields.set(name, value)
  }
  return fields
}

async function parseMultipart(
  body: Uint8Array<ArrayBuffer>,
  type: string,
): Promise<ReadonlyMap<string, string> | undefined> {
  try {
    const form = await new Response(body, { headers: { 'Content-Type': type } }).formData()
    const fields = [...form].filter((field): field is [string, string] => typeof field[1] === 'string')
    const byName = new Map(fields)
    return byName.size === fields.length ? byName : undefined
  } catch {
    return undefined
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(encoded: Uint8Array): string | undefined {
  const bytes = new Uint8Array(encoded.length)
  let size = 0
  for (let at = 0; at < encoded.length; at++) {
    const byte = encoded[at] ?? 0
    if (byte !== code('%')) {
      bytes[size++] = byte === code('+') ? code(' ') : byte
      continue
    }
    const hex = String.fromCharCode(encoded[at + 1] ?? 0, encoded[at + 2] ?? 0)
    if (!/^[0-9a-f]{2}$/i.test(hex)) return undefined
    bytes[size++] = Number.parseInt(hex, 16)
    at += 2
  }
  return toText(bytes.subarray(0, size))
}

function toText(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  } finally {
    bytes.fill(0)
  }
}

function* split(bytes: Uint8Array, separator: string): Generator<Uint8Array> {
  let start = 0
  while (start <= bytes.length) {
    const found = bytes.indexOf(code(separator), start)
    const end = found < 0 ? bytes.length : found
    yield bytes.subarray(start, end)
    start = end + 1
  }
}

const code = (character: string) => character.charCodeAt(0)
