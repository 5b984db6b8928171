export type Encoding = 'br' | 'gzip' | 'identity'

/** The best encoding that this `Accept-Encoding` allows. */
export function pickEncoding(accepted: string): Encoding {
  const allowed = new Set(accepted.toLowerCase().split(',').filter(isWanted).map(nameOf))
  if (allowed.has('br')) return 'br'
  if (allowed.has('gzip')) return 'gzip'
  return 'identity'
}

/** Levels of brotli and gzip for what is compressed by a build, once at the start, or for each answer by its size. */
const levels = { build: [11, 9], start: [6, 9], answer: [6, 6], largeAnswer: [1, 4] } as const

/** In bytes. Up to here a better level takes a millisecond more, and saves a fifth of what goes out. */
const MAX_SMALL_ANSWER = 100_000

/** For an answer of 550 kB brotli at its lowest level takes 3 ms; each further level costs more than it saves. */
export function compress(
  encoding: Encoding,
  bytes: Uint8Array,
  occasion: 'build' | 'start' | 'answer',
): Uint8Array<ArrayBuffer> {
  // Loaded on demand: the executable's own assets are already compressed.
  const { brotliCompressSync, constants, gzipSync } = process.getBuiltinModule('node:zlib')
  const isLarge = occasion === 'answer' && bytes.length > MAX_SMALL_ANSWER
  const [quality, level] = levels[isLarge ? 'largeAnswer' : occasion]
  if (encoding === 'br') {
    return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
  }
  if (encoding === 'gzip') return gzipSync(bytes, { level })
  return new Uint8Array(bytes)
}

/** `q=0` says no. */
function isWanted(coding: string): boolean {
  return !/;\s*q=0(\.0*)?\s*$/.test(coding)
}

function nameOf(coding: string): string {
  return (coding.split(';')[0] ?? '').trim()
}
