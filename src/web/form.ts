import type { Context } from 'hono'
import type { Fields, FormOutcome, Scope } from './scope.ts'

/** Our forms are smaller, and arrive sooner. */
export const MAX_FORM_BYTES = 16 * 1024
const MAX_WAIT_MS = 15_000

/** The form in the body. A body can be read only once, so the outcome is kept for the next caller. */
export function readForm(c: Context<Scope>): Promise<FormOutcome> {
  const form = c.get('form') ?? readFormBody(c.req.raw, c.env.stopping)
  c.set('form', form)
  return form
}

/** Reads an `application/x-www-form-urlencoded` body, then wipes its bytes: they may hold a password. */
export async function readFormBody(request: Request, stopping?: AbortSignal): Promise<FormOutcome> {
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';')
  if (type.trim().toLowerCase() !== 'application/x-www-form-urlencoded') return { kind: 'not-a-form' }
  const body = await readBytes(request, stopping)
  if (!(body instanceof Uint8Array)) return { kind: 'unread', status: body }
  const fields = parseForm(body)
  body.fill(0)
  return fields ? { kind: 'form', fields } : { kind: 'not-a-form' }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Parses strictly: undefined for a broken %-escape, for bytes that are not UTF-8 and for a field that appears twice.
 * (URLSearchParams accepts all three, and replaces the bytes it cannot read.)
 */
export function parseForm(body: Uint8Array): Fields | undefined {
  const fields = new Map<string, string>()
  try {
    for (const pair of utf8.decode(body).split('&')) {
      if (pair === '') continue
      const equals = pair.includes('=') ? pair.indexOf('=') : pair.length
      const name = decode(pair.slice(0, equals))
      if (fields.has(name)) return undefined
      fields.set(name, decode(pair.slice(equals + 1)))
    }
    return fields
  } catch {
    return undefined
  }
}

const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))

type Unread = 413 | 408

/** The whole body, or the status of the refusal. The rest of a refused body stays unread. */
async function readBytes(request: Request, stopping?: AbortSignal): Promise<Uint8Array | Unread> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_FORM_BYTES) return 413
  const reader = request.body?.getReader()
  if (!reader) return new Uint8Array()

  let isTooSlow = false
  const giveUp = () => {
    isTooSlow = true
    void reader.cancel()
  }
  const timer = setTimeout(giveUp, MAX_WAIT_MS)
  stopping?.addEventListener('abort', giveUp)
  if (stopping?.aborted) giveUp()
  try {
    const chunks = await readChunks(reader)
    if (!chunks) return 413
    return isTooSlow ? 408 : joinAndWipe(chunks)
  } catch {
    // The browser went away in the middle of it.
    return 408
  } finally {
    // Both hold on to the request: the timer until it fires, the listener until the service stops.
    clearTimeout(timer)
    stopping?.removeEventListener('abort', giveUp)
  }
}

/** Undefined when there are too many bytes. */
async function readChunks(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<readonly Uint8Array[] | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for (let part = await reader.read(); part.value; part = await reader.read()) {
    chunks.push(part.value)
    size += part.value.length
    if (size > MAX_FORM_BYTES) return undefined
  }
  return chunks
}

function joinAndWipe(chunks: readonly Uint8Array[]): Uint8Array {
  const body = Buffer.concat(chunks)
  for (const chunk of chunks) chunk.fill(0)
  return body
}
