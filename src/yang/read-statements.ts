import type { Limits } from './limits.ts'
import { closeBrace, openBrace, type ScannedString, Scanner, semicolon } from './scanner.ts'
import { definitionKey, type Source, type Statement } from './statement.ts'
import { brief } from './warnings.ts'
import type { Work } from './work.ts'

/** Statements read between two pauses. */
const batch = 200

export interface ReadText {
  readonly root: Statement
  /** The offset of the first text that YANG 1 allows and YANG 1.1 does not. */
  readonly oddity: number | undefined
}

/** Reads a text, which is one statement; throws `BrokenText`. */
export function* readStatements(source: Source, budget: ReadingBudget): Work<ReadText> {
  const reader = new Reader(source, budget)
  for (let count = 1; reader.step(); count++) {
    if (reader.unfinished) yield* reader.finishArgument(reader.unfinished)
    if (count % batch === 0) yield
  }
  return reader.result()
}

/** State that all texts of a model share while they are read. */
export class ReadingBudget {
  readonly limits: Limits
  #statements: number
  readonly #keywords = new Map(keywords.map((keyword) => [keyword, keyword]))

  constructor(limits: Limits) {
    this.limits = limits
    this.#statements = limits.statements
  }

  /** False when there have been too many. */
  takeStatement(): boolean {
    this.#statements -= 1
    return this.#statements >= 0
  }

  /** One shared string for each keyword; undefined for text that cannot be a keyword. */
  keyword(word: string): string | undefined {
    const known = this.#keywords.get(word)
    if (known !== undefined) return known
    if (!keywordForm.test(word)) return undefined
    this.#keywords.set(word, word)
    return word
  }
}

/** The keywords of RFC 7950. Sharing our own strings makes comparing keywords fast. */
const keywords: readonly string[] =
  `action anydata anyxml argument augment base belongs-to bit case choice config contact container default description
  deviate deviation enum error-app-tag error-message extension feature fraction-digits grouping identity if-feature
  import include input key leaf leaf-list length list mandatory max-elements min-elements modifier module must namespace
  notification ordered-by organization output path pattern position prefix presence range reference refine
  require-instance revision revision-date rpc status submodule type typedef unique units uses value when yang-version
  yin-element`.split(/\s+/)

const keywordForm = /^[A-Za-z_][\w.-]*(:[A-Za-z_][\w.-]*)?$/

interface OpenStatement extends Statement {
  argument: string
  children: readonly Statement[]
  definitions: Map<string, Statement> | undefined
}

const nothing: readonly Statement[] = []

class Reader {
  readonly #source: Source
  readonly #budget: ReadingBudget
  readonly #scanner: Scanner
  /** The statements whose braces are open, each with what was read in it so far. */
  readonly #open: { readonly statement: OpenStatement; readonly children: Statement[] }[] = []
  #root: Statement | undefined
  unfinished: { readonly statement: OpenStatement; readonly argument: Work<string> } | undefined

  constructor(source: Source, budget: ReadingBudget) {
    this.#source = source
    this.#scanner = new Scanner(source.text)
    this.#budget = budget
  }

  /** Reads the head of one statement or the end of one; false at the end of the text. */
  step(): boolean {
    const scanner = this.#scanner
    scanner.skipBlanks()
    if (scanner.isAtEnd) return false
    if (scanner.takes(closeBrace)) {
      if (!this.#open.pop()) scanner.fail('a closing brace too many')
      return true
    }
    if (this.#root && this.#open.length === 0) scanner.fail('there is something after the end of the module')
    this.#readHead()
    return true
  }

  result(): ReadText {
    const inside = this.#open.at(-1)
    if (inside) this.#scanner.fail(`the text ends inside "${inside.statement.keyword}"`)
    if (!this.#root) this.#scanner.fail('the text is empty')
    return { root: this.#root, oddity: this.#scanner.oddity }
  }

  *finishArgument({ statement, argument }: NonNullable<Reader['unfinished']>): Work<void> {
    statement.argument = yield* argument
    this.unfinished = undefined
  }

  #readHead() {
    const statement: OpenStatement = {
      offset: this.#scanner.at,
      keyword: this.#readKeyword(),
      argument: '',
      parent: this.#open.at(-1)?.statement,
      children: nothing,
      source: this.#source,
      definitions: undefined,
    }
    this.#root ??= statement
    this.#scanner.skipBlanks()
    this.#setArgument(statement, this.#scanner.string())
    this.#scanner.skipBlanks()
    this.#addToParent(statement)
    this.#readOpening(statement)
  }

  #readKeyword(): string {
    const { limits } = this.#budget
    if (!this.#budget.takeStatement()) this.#scanner.fail(`more than ${limits.statements} statements`)
    const word = this.#scanner.word()
    return this.#budget.keyword(word) ?? this.#scanner.fail(`"${brief(word)}" is not a statement`)
  }

  #setArgument(statement: OpenStatement, argument: ScannedString) {
    if (typeof argument === 'string') statement.argument = argument
    else this.unfinished = { statement, argument }
  }

  #addToParent(statement: OpenStatement) {
    const inside = this.#open.at(-1)
    if (!inside) return
    const { statement: parent, children } = inside
    const { width } = this.#budget.limits
    if (children.length >= width)
      this.#scanner.fail(`more than ${width} statements in one "${parent.keyword}"`)
    children.push(statement)
    if (statement.keyword === 'typedef' || statement.keyword === 'grouping') define(parent, statement)
  }

  #readOpening(statement: OpenStatement) {
    if (this.#scanner.takes(semicolon)) return
    if (!this.#scanner.takes(openBrace)) this.#scanner.fail(`";" or "{" must follow "${statement.keyword}"`)
    const { nesting } = this.#budget.limits
    if (this.#open.length >= nesting) this.#scanner.fail(`more than ${nesting} statements inside each other`)
    const children: Statement[] = []
    statement.children = children
    this.#open.push({ statement, children })
  }
}

/** The first definition of a name counts. */
function define(parent: OpenStatement, statement: Statement) {
  const key = definitionKey(statement.keyword, statement.argument)
  parent.definitions ??= new Map()
  if (!parent.definitions.has(key)) parent.definitions.set(key, statement)
}
