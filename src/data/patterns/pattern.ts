import type * as Re2 from 're2js'
import type { Pattern } from '../../yang/model.ts'
import { re2Of } from './xsd-to-re2.ts'

const MAX_REMEMBERED = 1_000
const MAX_PATTERN_LENGTH = 2_048
const MAX_PROGRAM_SIZE = 10_000
/** Characters times instructions: the time grows with both, and is at most some 50 ms at this limit. */
const MAX_WORK = 20_000_000
/** Looking back keeps re2js from its fast engine. */
const LOOKBEHIND_WEIGHT = 50

export type CompiledPattern =
  | {
      readonly kind: 'compiled'
      readonly costPerCharacter: number
      readonly matches: (text: string) => boolean
    }
  /** A pattern that cannot be translated is not checked: the device checks values anyway. */
  | { readonly kind: 'skipped'; readonly because: string }

/** False when the text breaks the pattern. Takes linear time, whatever pattern the device sent. */
export function matchesPattern(text: string, { text: pattern, isInverted }: Pattern): boolean {
  const compiled = compilePattern(pattern)
  if (compiled.kind === 'skipped' || text.length * compiled.costPerCharacter > MAX_WORK) return true
  return compiled.matches(text) !== isInverted
}

/** Loaded with the first pattern: loading takes as long as the rest of the start, and a login needs no pattern. */
function loadRe2(): typeof Re2 {
  return require('re2js')
}

/** By text. The oldest goes when there are too many. */
const remembered = new Map<string, CompiledPattern>()

export function compilePattern(xsd: string): CompiledPattern {
  const known = remembered.get(xsd)
  if (known) return known
  const [oldest] = remembered.keys()
  if (oldest !== undefined && remembered.size >= MAX_REMEMBERED) remembered.delete(oldest)
  const compiled = compile(xsd)
  remembered.set(xsd, compiled)
  return compiled
}

function compile(xsd: string): CompiledPattern {
  if (xsd.length > MAX_PATTERN_LENGTH) return { kind: 'skipped', because: 'it is too long' }
  try {
    const re2 = re2Of(xsd)
    const { RE2JS } = loadRe2()
    const expression = RE2JS.compile(re2, RE2JS.LOOKBEHINDS)
    const size = expression.programSize()
    if (size > MAX_PROGRAM_SIZE) return { kind: 'skipped', because: 'it takes too many steps' }
    const costPerCharacter = size * (re2.includes('(?<!') ? LOOKBEHIND_WEIGHT : 1)
    return { kind: 'compiled', costPerCharacter, matches: (text) => expression.testExact(text) }
  } catch (error) {
    return { kind: 'skipped', because: error instanceof Error ? error.message : String(error) }
  }
}
