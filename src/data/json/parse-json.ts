import type { Json } from './json.ts'

export interface JsonLimits {
  readonly maxDepth: number
  /** Values in all, objects and arrays included: each takes many times its text length in memory. */
  readonly maxValues: number
  /** Members of one object. No node of a real model has as many. */
  readonly maxMembers: number
}

export const JSON_LIMITS: JsonLimits = {
  maxDepth: 200,
  maxValues: 2_000_000,
  maxMembers: 50_000,
}

export type ParsedJson =
  | { readonly kind: 'json'; readonly json: Json }
  | { readonly kind: 'too-deep' | 'too-many-values' | 'not-json' | 'not-utf8' }

/** Reads a JSON text from outside. Depth and number of values are counted before anything is built. */
export function parseJson(body: Uint8Array, limits: JsonLimits = JSON_LIMITS): ParsedJson {
  const excess = excessOf(body, limits)
  if (excess) return { kind: excess }
  const text = decode(body)
  if (text === undefined) return { kind: 'not-utf8' }
  try {
    const json: Json = JSON.parse(text)
    return { kind: 'json', json }
  } catch {
    return { kind: 'not-json' }
  }
}

function decode(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return undefined
  }
}

/** What a byte outside a string means for the limits. */
const [PLAIN, OPEN, CLOSE, COMMA, COLON, QUOTE] = [0, 1, 2, 3, 4, 5]
const kinds = new Uint8Array(256)
for (const [characters, kind] of [
  ['[{', OPEN],
  [']}', CLOSE],
  [',', COMMA],
  [':', COLON],
  ['"', QUOTE],
] as const)
  for (const character of characters) kinds[character.charCodeAt(0)] = kind

/** Only a number or blanks can stand between two marks. The longest number in YANG has 20 digits. */
const MAX_GAP = 10_000

/** One pass over the bytes. For text that is not JSON the counts mean nothing, and the parser refuses it afterwards. */
export function excessOf(body: Uint8Array, limits: JsonLimits) {
  const count = new Count(limits)
  let gapStart = 0
  for (let index = 0; index < body.length; index++) {
    const kind = kinds[body[index] ?? 0] ?? PLAIN
    if (kind === PLAIN) continue
    if (index - gapStart > MAX_GAP) return 'not-json'
    if (kind === QUOTE) index = endOfString(body, index)
    const excess = count.add(kind)
    if (excess) return excess
    gapStart = index
  }
  return body.length - gapStart > MAX_GAP ? 'not-json' : undefined
}

class Count {
  readonly #limits: JsonLimits
  /** By depth, the members of the object that is open there. */
  readonly #members: Int32Array
  #depth = 0
  #values = 1

  constructor(limits: JsonLimits) {
    this.#limits = limits
    this.#members = new Int32Array(limits.maxDepth + 1)
  }

  /** The limit that this mark exceeds. */
  add(kind: number): 'too-deep' | 'too-many-values' | undefined {
    if (kind === COLON) return this.#addMember()
    if (kind === CLOSE) this.#depth--
    if (kind === COMMA) this.#values++
    if (kind === OPEN) {
      this.#values++
      this.#members[++this.#depth] = 0
    }
    if (this.#depth > this.#limits.maxDepth) return 'too-deep'
    return this.#values > this.#limits.maxValues ? 'too-many-values' : undefined
  }

  #addMember(): 'too-many-values' | undefined {
    const count = (this.#members[this.#depth] ?? 0) + 1
    this.#members[this.#depth] = count
    return count > this.#limits.maxMembers ? 'too-many-values' : undefined
  }
}

const quote = '"'.charCodeAt(0)
const backslash = '\\'.charCodeAt(0)

function endOfString(body: Uint8Array, start: number): number {
  let index = start + 1
  while (index < body.length && body[index] !== quote) index += body[index] === backslash ? 2 : 1
  return index
}
