import { resolveName, type Statement } from './statement.ts'
import { brief, type Warnings } from './warnings.ts'

const reserved: ReadonlySet<string> = new Set(['(', ')', 'and', 'or', 'not'])
const maxLength = 2_000
const maxNesting = 100

/** Decides `if-feature` by the features that the device supports: RFC 7950 section 7.20.2. */
export class Features {
  readonly #warnings: Warnings
  readonly #known = new Map<Statement, boolean>()

  constructor(warnings: Warnings) {
    this.#warnings = warnings
  }

  /** False when one of these statements is an `if-feature` that does not hold. */
  allow(statements: readonly Statement[]): boolean {
    for (const statement of statements) {
      if (statement.keyword === 'if-feature' && !this.#holds(statement)) return false
    }
    return true
  }

  #holds(statement: Statement): boolean {
    const known = this.#known.get(statement)
    if (known !== undefined) return known
    const result = this.#evaluate(statement)
    this.#known.set(statement, result)
    return result
  }

  #evaluate(statement: Statement): boolean {
    const { argument } = statement
    const tokens = argument.length > maxLength ? [] : (argument.match(/[()]|[^\s()]+/g) ?? [])
    const expression = new Expression(tokens, (name) => this.#isSupported(statement, name))
    const result = expression.evaluate()
    if (result !== undefined) return result
    this.#warnings.at(
      statement,
      `if-feature "${brief(argument)}" cannot be read; it is taken as not supported`,
    )
    return false
  }

  #isSupported(statement: Statement, name: string): boolean {
    const feature = resolveName(statement, name)
    if (feature) return feature.module.features.has(feature.name)
    this.#warnings.undefinedName(statement, 'feature', name)
    return false
  }
}

/** `not` binds tighter than `and`, and `and` tighter than `or`. Undefined for an invalid expression. */
class Expression {
  readonly #tokens: readonly string[]
  readonly #isSupported: (name: string) => boolean
  #at = 0
  #nesting = 0

  constructor(tokens: readonly string[], isSupported: (name: string) => boolean) {
    this.#tokens = tokens
    this.#isSupported = isSupported
  }

  evaluate(): boolean | undefined {
    const result = this.#either()
    return this.#at === this.#tokens.length ? result : undefined
  }

  #either(): boolean | undefined {
    let result = this.#both()
    while (this.#takes('or')) {
      const other = this.#both()
      result = result === undefined || other === undefined ? undefined : result || other
    }
    return result
  }

  #both(): boolean | undefined {
    let result = this.#one()
    while (this.#takes('and')) {
      const other = this.#one()
      result = result === undefined || other === undefined ? undefined : result && other
    }
    return result
  }

  #one(): boolean | undefined {
    let isNegated = false
    while (this.#takes('not')) isNegated = !isNegated
    const result = this.#takes('(') ? this.#inParentheses() : this.#feature()
    return isNegated && result !== undefined ? !result : result
  }

  #inParentheses(): boolean | undefined {
    this.#nesting += 1
    const result = this.#nesting > maxNesting ? undefined : this.#either()
    this.#nesting -= 1
    return this.#takes(')') ? result : undefined
  }

  #feature(): boolean | undefined {
    const name = this.#tokens[this.#at]
    if (name === undefined || reserved.has(name)) return undefined
    this.#at += 1
    return this.#isSupported(name)
  }

  #takes(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false
    this.#at += 1
    return true
  }
}
