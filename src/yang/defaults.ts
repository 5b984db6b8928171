import { findIdentity, type Identities } from './identities.ts'
import type { TypedLeaf } from './leaf-types.ts'
import type { Pattern, Range, Type } from './model.ts'
import { readDecimal, readWholeDefault, writeDecimal } from './numbers.ts'
import { isInRanges } from './ranges.ts'
import type { Statement } from './statement.ts'
import { brief, type Warnings } from './warnings.ts'
import type { Work } from './work.ts'

export interface DefaultsInput {
  readonly identities: Identities
  readonly warnings: Warnings
  /** Whether a text matches a pattern: which member of a union a default belongs to can depend on it. */
  readonly matches: (text: string, pattern: Pattern) => boolean
}

/** Gives every leaf and leaf-list its defaults in canonical form: RFC 7950 sections 9.1 to 9.13. */
export function* setDefaults(leaves: readonly TypedLeaf[], input: DefaultsInput): Work<void> {
  const reader = new DefaultReader(input)
  for (const { node, defaults } of leaves) {
    const { type } = node
    if (defaults.length > 0) node.defaults = defaults.map((statement) => reader.read(type, statement))
    yield
  }
}

type Names = ReadonlySet<string>

class DefaultReader {
  readonly #input: DefaultsInput
  /** The names that an enumeration or an identity's bases allow, by the list they were read from. */
  readonly #names = new Map<object, Names>()

  constructor(input: DefaultsInput) {
    this.#input = input
  }

  /** Warns of a default that is not a value of its type, and keeps it as written. */
  read(type: Type | undefined, statement: Statement): string {
    const canonical = type ? this.#canonical(type, statement) : statement.argument
    if (canonical !== undefined) return canonical
    this.#input.warnings.at(statement, `default "${brief(statement.argument)}" is not a value of its type`)
    return statement.argument
  }

  #canonical(type: Type, statement: Statement): string | undefined {
    const { argument: text } = statement
    switch (type.base) {
      case 'string':
        return isOfLength(text, type.lengths) ? text : undefined
      case 'boolean':
        return text === 'true' || text === 'false' ? text : undefined
      case 'enumeration':
        return this.#namesOf(type.values, () => type.values).has(text) ? text : undefined
      case 'bits':
        return canonicalBits(type, text)
      case 'identityref':
        return this.#canonicalIdentity(type, statement)
      case 'leafref':
        return type.type ? this.#canonical(type.type, statement) : text
      case 'union':
        return this.#canonicalMember(type, statement)
      case 'decimal64':
        return canonicalDecimal(type, text)
      case 'binary':
        return text.replace(/\s+/g, '')
      case 'instance-identifier':
      case 'empty':
        return text
      default:
        return canonicalInteger(type, text)
    }
  }

  /** The first member that the default is a value of. */
  #canonicalMember({ types }: Extract<Type, { base: 'union' }>, statement: Statement): string | undefined {
    const { argument: text } = statement
    for (const type of types) {
      const patterns = type.base === 'string' ? type.patterns : []
      const canonical = this.#canonical(type, statement)
      if (canonical !== undefined && patterns.every((pattern) => this.#input.matches(text, pattern))) {
        return canonical
      }
    }
    return undefined
  }

  #canonicalIdentity({ bases }: Extract<Type, { base: 'identityref' }>, statement: Statement) {
    const identity = findIdentity(this.#input.identities, statement)
    if (!identity) return undefined
    const name = `${identity.module}:${identity.name}`
    const isDerived = bases.every((base) => {
      const derived = () => base.derived.map(({ module, name }) => ({ name: `${module}:${name}` }))
      return this.#namesOf(base.derived, derived).has(name)
    })
    return isDerived ? name : undefined
  }

  #namesOf(list: object, read: () => readonly { readonly name: string }[]): Names {
    const known = this.#names.get(list)
    if (known) return known
    const names = new Set(read().map(({ name }) => name))
    this.#names.set(list, names)
    return names
  }
}

function isOfLength(text: string, lengths: readonly Range[]): boolean {
  return lengths.length === 0 || isInRanges(BigInt([...text].length), lengths)
}

function canonicalInteger({ ranges }: Extract<Type, { ranges: unknown }>, text: string): string | undefined {
  const value = readWholeDefault(text)
  return value !== undefined && isInRanges(value, ranges) ? `${value}` : undefined
}

function canonicalDecimal(
  { fractionDigits, ranges }: Extract<Type, { base: 'decimal64' }>,
  text: string,
): string | undefined {
  const value = readDecimal(text, fractionDigits)
  return value !== undefined && isInRanges(value, ranges) ? writeDecimal(value, fractionDigits) : undefined
}

/** In the order of their positions. */
function canonicalBits({ bits }: Extract<Type, { base: 'bits' }>, text: string): string | undefined {
  const set = new Set(text.split(/\s+/).filter((name) => name !== ''))
  const named = bits.filter(({ name }) => set.has(name))
  return named.length === set.size ? named.map(({ name }) => name).join(' ') : undefined
}
