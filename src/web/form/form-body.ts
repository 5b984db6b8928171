import { parseForm } from './parse-form.ts'

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

/** Reads a form to its end, and forgets its bytes. */
export async function readFormBody(request: Request, stopping?: AbortSignal): Promise<FormOutcome> {
  const type = request.headers.get('content-type') ?? ''
  const encoding = encodings.get(type.split(';')[0]?.trim().toLowerCase() ?? '')
  if (!encoding) return { kind: 'not-a-form' }
  const body = await readBytes(request, stopping)
  if (!(body instanceof Uint8Array)) return { kind: 'unread', status: body }
  const fields = encoding === 'urlencoded' ? parseForm(body) : await parseMultipart(body, type)
  body.fill(0)
  return fields ? { kind: 'form', encoding, fields } : { kind: 'not-a-form' }
}

/** The whole body, or why not. What is left of it then is not read. */
async function readBytes(
  request: Request,
  stopping?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | 413 | 408> {
  if (Number(request.headers.get('content-length') ?? 0) > MOST_BYTES) return 413
  try {
    return await readAtMost(MOST_BYTES, request, stopping)
  } catch {
    // The browser has gone away in the middle of it.
    return 408
  }
}

async function readAtMost(
  most: number,
  request: Request,
  stopping?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | 413 | 408> {
  const reader = request.body?.getReader()
  if (!reader) return new Uint8Array()

  let isTooSlow = false
  const giveUp = () => {
    isTooSlow = true
    void reader.cancel()
  }
  const patience = setTimeout(giveUp, PATIENCE_MS)
  stopping?.addEventListener('abort', giveUp)
  if (stopping?.aborted) giveUp()
  try {
    const chunks = await readChunks(most, reader)
    if (!chunks) return 413
    return isTooSlow ? 408 : joinAndWipe(chunks)
  } finally {
    // Either would hold on to the request: the clock until it runs out, the other until the service stops.
    clearTimeout(patience)
    stopping?.removeEventListener('abort', giveUp)
  }
}

/** Undefined when there are more bytes than that. */
async function readChunks(
  most: number,
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<readonly Uint8Array[] | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for (let part = await reader.read(); part.value; part = await reader.read()) {
    chunks.push(part.value)
    size += part.value.length
    if (size > most) return undefined
  }
  return chunks
}

function joinAndWipe(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const body = Buffer.concat(chunks)
  for (const chunk of chunks) chunk.fill(0)
  return body
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
