import { readCondition } from './conditions.ts'
import { findIdentity, type Identities } from './identities.ts'
import type { Identity, Pattern, Range, Type, TypeName } from './model.ts'
import { readDecimal, readWhole } from './numbers.ts'
import { allLengths, decimalRanges, integerRanges, isIntegerBase, readRanges } from './ranges.ts'
import { argumentOf, childrenOf, findChild, moduleOf, type Statement } from './statement.ts'
import { type ItemsInput, readBits, readEnums } from './type-items.ts'
import { brief } from './warnings.ts'

export interface TypesInput extends ItemsInput {
  readonly identities: Identities
}

type Maker = (statement: Statement, input: TypesInput) => Type | undefined

/** More than a handful on one type is an attack. */
const maxPatterns = 100
export const unnamed: TypeName = { typedef: undefined, typedefDescription: undefined }

const makers: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ['string', () => ({ ...unnamed, base: 'string', lengths: [], patterns: [] })],
  ['binary', () => ({ ...unnamed, base: 'binary', lengths: [] })],
  ['boolean', () => ({ ...unnamed, base: 'boolean' })],
  ['empty', () => ({ ...unnamed, base: 'empty' })],
  ['instance-identifier', () => ({ ...unnamed, base: 'instance-identifier', requireInstance: true })],
  ['decimal64', makeDecimal],
  ['leafref', makeLeafref],
  ['identityref', (type, input) => ({ ...unnamed, base: 'identityref', bases: readBases(type, input) })],
  [
    'enumeration',
    (type, input) => ({ ...unnamed, base: 'enumeration', values: readEnums(type, undefined, input) }),
  ],
  ['bits', (type, input) => ({ ...unnamed, base: 'bits', bits: readBits(type, undefined, input) })],
])

export function isBuiltIn(name: string): boolean {
  return name === 'union' || makers.has(name) || isIntegerBase(name)
}

/** The built-in type that a `type` statement names, with its restrictions. Unions are resolved elsewhere. */
export function makeBuiltIn(statement: Statement, input: TypesInput): Type | undefined {
  const { argument: name } = statement
  if (isIntegerBase(name))
    return restrict({ ...unnamed, base: name, ranges: integerRanges[name] }, statement, input)
  const type = makers.get(name)?.(statement, input)
  return type && !isWhole.has(type.base) ? restrict(type, statement, input) : type
}

/** Types that have been read in full. */
const isWhole: ReadonlySet<string> = new Set(['enumeration', 'bits', 'identityref'])

/** A type with the restrictions of this `type` statement added to its own. */
export function restrict(type: Type, statement: Statement, input: TypesInput): Type {
  if (statement.children.length === 0) return type
  switch (type.base) {
    case 'string':
      return restrictString(type, statement, input)
    case 'binary':
      return { ...type, lengths: narrowLengths(type.lengths, statement, input) }
    case 'enumeration':
      return findChild(statement, 'enum')
        ? { ...type, values: readEnums(statement, type.values, input) }
        : type
    case 'bits':
      return findChild(statement, 'bit') ? { ...type, bits: readBits(statement, type.bits, input) } : type
    case 'leafref':
    case 'instance-identifier':
      return { ...type, requireInstance: requiresInstance(statement, type.requireInstance) }
    case 'decimal64': {
      const readNumber = (text: string) => readDecimal(text, type.fractionDigits)
      return { ...type, ranges: narrow(type.ranges, { statement, keyword: 'range', readNumber }, input) }
    }
    case 'boolean':
    case 'empty':
    case 'identityref':
    case 'union':
      return type
    default:
      return {
        ...type,
        ranges: narrow(type.ranges, { statement, keyword: 'range', readNumber: readWhole }, input),
      }
  }
}

function restrictString(
  type: Extract<Type, { base: 'string' }>,
  statement: Statement,
  input: TypesInput,
): Type {
  const patterns = [...type.patterns, ...childrenOf(statement, 'pattern').map(readPattern)]
  if (patterns.length > maxPatterns)
    input.warnings.at(statement, `more than ${maxPatterns} patterns on one type`)
  return {
    ...type,
    lengths: narrowLengths(type.lengths, statement, input),
    patterns: patterns.slice(0, maxPatterns),
  }
}

function readPattern(statement: Statement): Pattern {
  return {
    text: statement.argument,
    isInverted: argumentOf(statement, 'modifier') === 'invert-match',
    errorMessage: argumentOf(statement, 'error-message'),
  }
}

function narrowLengths(lengths: readonly Range[], statement: Statement, input: TypesInput): readonly Range[] {
  const parent = lengths.length > 0 ? lengths : allLengths
  const narrowed = narrow(parent, { statement, keyword: 'length', readNumber: readWhole }, input)
  return narrowed === allLengths ? [] : narrowed
}

interface Narrowing {
  readonly statement: Statement
  readonly keyword: 'range' | 'length'
  readonly readNumber: (text: string) => bigint | undefined
}

function narrow(parent: readonly Range[], { statement, keyword, readNumber }: Narrowing, input: TypesInput) {
  const restriction = findChild(statement, keyword)
  if (!restriction) return parent
  const ranges = readRanges(restriction.argument, parent, readNumber)
  if (ranges) return ranges
  input.warnings.at(
    restriction,
    `${keyword} "${brief(restriction.argument)}" is not a restriction that the type allows`,
  )
  return parent
}

function makeDecimal(statement: Statement, { warnings }: TypesInput): Type | undefined {
  const stated = argumentOf(statement, 'fraction-digits') ?? ''
  const fractionDigits = Number(stated)
  if (/^\d{1,2}$/.test(stated) && fractionDigits >= 1 && fractionDigits <= 18) {
    return { ...unnamed, base: 'decimal64', fractionDigits, ranges: decimalRanges }
  }
  warnings.at(statement, 'a decimal64 needs fraction-digits from 1 to 18')
  return undefined
}

/** Its target is found later, when the leaf that has this type is known. */
function makeLeafref(statement: Statement, { warnings }: TypesInput): Type | undefined {
  const path = findChild(statement, 'path')
  if (!path) {
    warnings.at(statement, 'a leafref needs a path')
    return undefined
  }
  return {
    ...unnamed,
    base: 'leafref',
    path: readCondition(path, moduleOf(path)),
    requireInstance: true,
    target: undefined,
    type: undefined,
  }
}

function requiresInstance(statement: Statement, otherwise: boolean): boolean {
  const stated = argumentOf(statement, 'require-instance')
  return stated === undefined ? otherwise : stated === 'true'
}

function readBases(statement: Statement, { identities, warnings }: TypesInput): readonly Identity[] {
  return childrenOf(statement, 'base').flatMap((base) => {
    const identity = findIdentity(identities, base)
    if (!identity) warnings.undefinedName(base, 'identity')
    return identity ?? []
  })
}
