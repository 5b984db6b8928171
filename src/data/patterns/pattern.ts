import type * as Re2 from 're2js'
import type { Pattern } from '../../yang/model.ts'
import { re2Of } from './xsd-to-re2.ts'

const MAX_REMEMBERED = 1_000
const MAX_PATTERN_LENGTH = 2_048
const MAX_PROGRAM_SIZE = 10_000
/** Characters times instructions: time grows with either, and this much takes some 50 ms at worst. */
const MAX_WORK = 20_000_000
/** Looking back keeps re2js from its fast engine. */
const LOOKBEHIND_WEIGHT = 50

export type CompiledPattern =
  | {
      readonly kind: 'compiled'
      readonly costPerCharacter: number
      readonly matches: (text: string) => boolean
    }
  /** What cannot be translated is not checked: the device judges it anyway. */
  | { readonly kind: 'skipped'; readonly because: string }

/** True unless the text breaks the pattern. Takes linear time whatever the device made its pattern of. */
export function matchesPattern(text: string, { text: pattern, isInverted }: Pattern): boolean {
  const compiled = compilePattern(pattern)
  if (compiled.kind === 'skipped' || text.length * compiled.costPerCharacter > MAX_WORK) return true
  return compiled.matches(text) !== isInverted
}

/** With the first pattern: loading it takes as long as the rest of the start, and a login needs none. */
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
