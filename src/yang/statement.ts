import type { Work } from './work.ts'

/** One statement of a module's text, as RFC 7950 section 6.3 defines it. */
export interface Statement {
  /** Such as `leaf`, or `nacm:default-deny-all` for an extension. */
  readonly keyword: string
  /** The argument, with quotes, concatenation and indentation resolved; empty when there is none. */
  readonly argument: string
  /** Where it begins in the text. */
  readonly offset: number
  readonly parent: Statement | undefined
  /** Emptied after compiling. */
  children: readonly Statement[]
  readonly source: Source
  /** The typedefs and groupings directly in it, by `definitionKey`. */
  readonly definitions: ReadonlyMap<string, Statement> | undefined
}

/** The text of a module or a submodule. */
export class Source {
  readonly text: string
  /** The name that the text states; until that is read, the name that it came with. */
  name: string
  /** The module that the text belongs to; undefined until it is linked. */
  module: Module | undefined
  /** By prefix, what it imports, and its own module. */
  imports: ReadonlyMap<string, Module> = new Map()
  /** The same by name, for XPath expressions in this module. */
  prefixes: ReadonlyMap<string, string> = new Map()
  #lineStarts: readonly number[] | undefined

  constructor(text: string, name: string) {
    this.text = text
    this.name = name
  }

  /** From 1. */
  lineAt(offset: number): number {
    this.#lineStarts ??= findLineStarts(this.text)
    return countUpTo(this.#lineStarts, offset)
  }
}

/** A module with its submodules. */
export interface Module {
  readonly name: string
  /** The newest revision in its text. */
  readonly revision: string | undefined
  readonly namespace: string
  readonly prefix: string
  readonly isImplemented: boolean
  /** The features that the device supports. */
  readonly features: ReadonlySet<string>
  /** The `module` statement, then the `submodule` statements. */
  readonly roots: readonly Statement[]
  /** The typedefs and groupings at the top of all of them, by `definitionKey`. */
  readonly definitions: ReadonlyMap<string, Statement>
}

/** The module whose text a statement stands in. */
export function moduleOf({ source }: Statement): Module {
  if (!source.module) throw new TypeError(`${source.name} is used before it is linked`)
  return source.module
}

/** Resolves `prefix:name`, or a bare name, where it is written; undefined for an unknown prefix. */
export function resolveName(
  statement: Statement,
  name = statement.argument,
): { readonly module: Module; readonly name: string } | undefined {
  const colon = name.indexOf(':')
  if (colon < 0) return { module: moduleOf(statement), name }
  const module = statement.source.imports.get(name.slice(0, colon))
  return module && { module, name: name.slice(colon + 1) }
}

export function lineOf({ source, offset }: Statement): number {
  return source.lineAt(offset)
}

export function definitionKey(keyword: string, name: string): string {
  return `${keyword} ${name}`
}

/** The typedef or grouping that a statement names: the nearest around it, or one at the top of a module. */
export function findDefinition(keyword: 'typedef' | 'grouping', statement: Statement): Statement | undefined {
  const resolved = resolveName(statement)
  if (!resolved) return undefined
  const { module, name } = resolved
  const key = definitionKey(keyword, name)
  if (module !== statement.source.module) return module.definitions.get(key)
  for (let around = statement.parent; around; around = around.parent) {
    const found = around.definitions?.get(key)
    if (found) return found
  }
  return module.definitions.get(key)
}

export function findChild(statement: Statement, keyword: string): Statement | undefined {
  // A loop, because the compiler spends most of its time here.
  for (const child of statement.children) {
    if (child.keyword === keyword) return child
  }
  return undefined
}

/** The argument of the first substatement of this kind. */
export function argumentOf(statement: Statement, keyword: string): string | undefined {
  return findChild(statement, keyword)?.argument
}

export function childrenOf(statement: Statement, keyword: string): readonly Statement[] {
  return statement.children.filter((child) => child.keyword === keyword)
}

/**
 * Takes the statement trees apart when they are no longer needed. The garbage collector also follows old
 * references on the stack, and a single statement would keep all of them alive.
 */
export function* forgetStatements(roots: readonly Statement[]): Work<void> {
  const left = [...roots]
  for (let statement = left.pop(); statement; statement = left.pop()) {
    for (const child of statement.children) left.push(child)
    statement.children = nothing
    if (left.length % 100 === 0) yield
  }
}

const nothing: readonly Statement[] = []

/** Lines are counted up to here: real modules have up to some ten thousand. */
const maxLines = 100_000

function findLineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0 && starts.length < maxLines; at = text.indexOf('\n', at + 1)) {
    starts.push(at + 1)
  }
  return starts
}

/** How many of the ascending numbers are at most this one. */
function countUpTo(numbers: readonly number[], max: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) <= max) low = middle + 1
    else high = middle
  }
  return low
}
