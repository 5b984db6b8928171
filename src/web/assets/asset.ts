import { createHash } from 'node:crypto'
import { compress, type Encoding, pickEncoding } from './encoding.ts'
import { precompressed } from './folder.ts'

/** A file for the browser, as it was read. Text is compressed, bytes go as they are. */
export type Source =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }

export interface Asset {
  readonly name: string
  /** Its address: changes with its content, so it may be cached for ever. */
  readonly path: string
  respond(headers: Headers): Response
}

export function makeAsset(source: Source): Asset {
  const isText = 'text' in source
  const plain = isText ? new TextEncoder().encode(source.text) : source.bytes
  const path = pathOf(source.name, plain)
  const bodies = new Map<Encoding, Uint8Array<ArrayBuffer>>([['identity', plain]])

  return {
    name: source.name,
    path,
    respond(headers) {
      const encoding = isText ? pickEncoding(headers.get('accept-encoding') ?? '') : 'identity'
      const body =
        bodies.get(encoding) ?? precompressed(compressedName(path, encoding)) ?? compress(encoding, plain)
      bodies.set(encoding, body)
      return new Response(body, { headers: headersOf(source.name, encoding, body.length) })
    },
  }
}

/** The address holds the hash of the content, so this names the content too. */
export function compressedName(path: string, encoding: Encoding): string {
  return `${path}.${encoding}`
}

/** Browsers ask for the favicon by this one name; everything else carries its content's hash. */
function pathOf(name: string, content: Uint8Array): string {
  if (name === 'favicon.ico') return '/favicon.ico'
  const [stem, extension] = name.split('.')
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12)
  return `/assets/${stem}.${hash}.${extension}`
}

function headersOf(name: string, encoding: string, length: number): Record<string, string> {
  return {
    'Content-Type': mediaType(name),
    // Said outright, so that the answer to HEAD names the length of the one to GET.
    'Content-Length': String(length),
    'Cache-Control': 'public, max-age=31536000, immutable',
    Vary: 'Accept-Encoding',
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
  }
}

function mediaType(name: string): string {
  if (name.endsWith('.css')) return 'text/css; charset=utf-8'
  if (name.endsWith('.js')) return 'text/javascript; charset=utf-8'
  if (name.endsWith('.svg')) return 'image/svg+xml; charset=utf-8'
  if (name.endsWith('.ico')) return 'image/x-icon'
  throw new TypeError(`No media type is known for ${name}.`)
}
