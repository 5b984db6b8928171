import type { Features } from './features.ts'
import type { Bit, EnumValue, Status } from './model.ts'
import { argumentOf, type Statement } from './statement.ts'
import { readStatus } from './status.ts'
import { brief, type Warnings } from './warnings.ts'

export interface ItemsInput {
  readonly features: Features
  readonly warnings: Warnings
}

/** The values of an enumeration. A restriction keeps those it names of the `restricted` ones, with their numbers. */
export function readEnums(
  type: Statement,
  restricted: readonly EnumValue[] | undefined,
  input: ItemsInput,
): readonly EnumValue[] {
  const known = restricted && new Map(restricted.map(({ name, value }) => [name, value]))
  const items = readItems(type, { item: 'enum', number: 'value', known }, input)
  return items.map(({ name, number, status, description }) => ({ name, value: number, status, description }))
}

/** The bits of a bits type, by position. */
export function readBits(
  type: Statement,
  restricted: readonly Bit[] | undefined,
  input: ItemsInput,
): readonly Bit[] {
  const known = restricted && new Map(restricted.map(({ name, position }) => [name, position]))
  const items = readItems(type, { item: 'bit', number: 'position', known }, input)
  return items
    .map(({ name, number, status, description }) => ({ name, position: number, status, description }))
    .sort((one, other) => one.position - other.position)
}

interface Item {
  readonly name: string
  readonly number: number
  readonly status: Status
  readonly description: string | undefined
}

interface ItemWords {
  readonly item: 'enum' | 'bit'
  readonly number: 'value' | 'position'
  /** Keeps the numbers of the restricted type. */
  readonly known: ReadonlyMap<string, number> | undefined
}

function readItems(type: Statement, words: ItemWords, { features, warnings }: ItemsInput): readonly Item[] {
  const items: Item[] = []
  let highest: number | undefined
  for (const statement of type.children) {
    if (statement.keyword !== words.item) continue
    const name = statement.argument
    const number = words.known ? words.known.get(name) : numberOf(statement, words, highest)
    if (number === undefined) {
      warnings.at(
        statement,
        `${words.item} "${brief(name)}" is not one of the type it restricts, or has no number`,
      )
      continue
    }
    // An unsupported item still uses up its number.
    highest = Math.max(highest ?? number, number)
    if (!features.allow(statement.children)) continue
    const status = readStatus(argumentOf(statement, 'status'))
    items.push({ name, number, status, description: argumentOf(statement, 'description') })
  }
  return items
}

/** An item without a number of its own gets the next one after the highest so far. Undefined when that does not fit into 32 bits. */
function numberOf(statement: Statement, words: ItemWords, highest: number | undefined): number | undefined {
  const stated = argumentOf(statement, words.number)
  if (stated !== undefined && !/^-?\d{1,10}$/.test(stated)) return undefined
  const number = stated === undefined ? (highest ?? -1) + 1 : Number(stated)
  const [min, max] = words.item === 'enum' ? [-(2 ** 31), 2 ** 31 - 1] : [0, 2 ** 32 - 1]
  return number >= min && number <= max ? number : undefined
}
