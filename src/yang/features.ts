import { resolveName, type Statement } from './statement.ts'
import { brief, type Warnings } from './warnings.ts'

const reserved: ReadonlySet<string> = new Set(['(', ')', 'and', 'or', 'not'])
const maxLength = 2_000
const maxNesting = 100

/** Decides by the features that the device supports what is there: `if-feature`, RFC 7950 section 7.20.2. */
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
    const verdict = this.#evaluate(statement)
    this.#known.set(statement, verdict)
    return verdict
  }

  #evaluate(statement: Statement): boolean {
    const { argument } = statement
    const tokens = argument.length > maxLength ? [] : (argument.match(/[()]|[^\s()]+/g) ?? [])
    const expression = new Expression(tokens, (name) => this.#isSupported(statement, name))
    const verdict = expression.evaluate()
    if (verdict !== undefined) return verdict
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

/** `not` binds closer than `and`, and that closer than `or`. Undefined is no expression at all. */
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
    const verdict = this.#either()
    return this.#at === this.#tokens.length ? verdict : undefined
  }

  #either(): boolean | undefined {
    let verdict = this.#both()
    while (this.#takes('or')) {
      const other = this.#both()
      verdict = verdict === undefined || other === undefined ? undefined : verdict || other
    }
    return verdict
  }

  #both(): boolean | undefined {
    let verdict = this.#one()
    while (this.#takes('and')) {
      const other = this.#one()
      verdict = verdict === undefined || other === undefined ? undefined : verdict && other
    }
    return verdict
  }

  #one(): boolean | undefined {
    let isNegated = false
    while (this.#takes('not')) isNegated = !isNegated
    const verdict = this.#takes('(') ? this.#inParentheses() : this.#feature()
    return isNegated && verdict !== undefined ? !verdict : verdict
  }

  #inParentheses(): boolean | undefined {
    this.#nesting += 1
    const verdict = this.#nesting > maxNesting ? undefined : this.#either()
    this.#nesting -= 1
    return this.#takes(')') ? verdict : undefined
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
