import type { Json } from './json.ts'

export interface JsonLimits {
  readonly maxDepth: number
  /** How many values, objects and arrays included: each costs memory many times its length in the text. */
  readonly maxValues: number
}

export const JSON_LIMITS: JsonLimits = { maxDepth: 200, maxValues: 2_000_000 }

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

const quote = '"'.charCodeAt(0)
const backslash = '\\'.charCodeAt(0)

/** By byte: how it changes the depth, and whether another value begins with it or behind it. */
const depthSteps = stepsOf([
  ['[', 1],
  ['{', 1],
  [']', -1],
  ['}', -1],
])
const valueSteps = stepsOf([
  ['[', 1],
  ['{', 1],
  [',', 1],
])

function stepsOf(steps: readonly (readonly [character: string, step: number])[]): Int8Array {
  const table = new Int8Array(256)
  for (const [character, step] of steps) table[character.charCodeAt(0)] = step
  return table
}

/** One pass over the bytes. A text that is no JSON is counted somehow; the parser refuses it afterwards. */
export function excessOf(body: Uint8Array, { maxDepth, maxValues }: JsonLimits) {
  let depth = 0
  let values = 1
  for (let index = 0; index < body.length; index++) {
    const byte = body[index] ?? 0
    if (byte === quote) index = endOfString(body, index)
    depth += depthSteps[byte] ?? 0
    values += valueSteps[byte] ?? 0
    if (depth > maxDepth) return 'too-deep'
    if (values > maxValues) return 'too-many-values'
  }
  return undefined
}

function endOfString(body: Uint8Array, start: number): number {
  let index = start + 1
  while (index < body.length && body[index] !== quote) index += body[index] === backslash ? 2 : 1
  return index
}
