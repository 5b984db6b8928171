import type { ModelWarning } from './model.ts'
import { lineOf, type Statement } from './statement.ts'

/** Collects warnings about what could not be read or resolved: a bounded number, each of bounded length. */
export class Warnings {
  readonly #list: ModelWarning[] = []
  readonly #max: number
  #dropped = 0

  constructor(max: number) {
    this.#max = max
  }

  /** About a statement, named by its module and line. */
  at(statement: Statement, text: string): void {
    if (this.#list.length >= this.#max) this.#dropped += 1
    else this.about(statement.source.name, text, lineOf(statement))
  }

  /** Warns of an unknown name, unless its module is missing, which has its own warning. */
  undefinedName(statement: Statement, what: string, name = statement.argument): void {
    const { imports, prefixes } = statement.source
    const isOfMissingModule = [...brief(name).matchAll(/([\w.-]+):/g)].some(
      ([, prefix = '']) => prefixes.has(prefix) && !imports.has(prefix),
    )
    if (!isOfMissingModule) this.at(statement, `${what} "${brief(name)}" is not defined`)
  }

  about(module: string, text: string, line = 0): void {
    if (this.#list.length >= this.#max) this.#dropped += 1
    else this.#list.push({ module: brief(module), line, text })
  }

  get list(): readonly ModelWarning[] {
    if (this.#dropped === 0) return this.#list
    return [...this.#list, { module: '', line: 0, text: `${this.#dropped} more warnings are left out` }]
  }
}

/** Enough of a word from a module to find it by. */
export function brief(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}
