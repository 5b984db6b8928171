import { amend } from './amend.ts'
import { Amendment, readAbsolutePath, readUsesPath } from './amendments.ts'
import { Budget } from './budget.ts'
import { below, type Context, contextOf, contextOfAugment, contextOfUses } from './context.ts'
import type { Features } from './features.ts'
import { ImplicitCases } from './implicit-cases.ts'
import { Level } from './level.ts'
import type { Limits } from './limits.ts'
import { type MadeNode, type OpenNode, openNode } from './open-node.ts'
import { canHaveChildren, inputAndOutput, kindOf } from './schema-kinds.ts'
import { findDefinition, type Module, moduleOf, type Statement } from './statement.ts'
import { brief, type Warnings } from './warnings.ts'
import type { Work } from './work.ts'

/** Statements processed between two pauses, their direct children included. */
const batch = 500

export interface ExpandInput {
  readonly modules: readonly Module[]
  readonly features: Features
  readonly warnings: Warnings
  readonly limits: Limits
}

export interface Expanded {
  readonly roots: readonly OpenNode[]
  readonly made: readonly MadeNode[]
}

/** Makes the nodes of all implemented modules: groupings expanded, augments and deviations applied. */
export function* expand(input: ExpandInput): Work<Expanded> {
  const expander = new Expander(input)
  const implemented = input.modules.filter(({ isImplemented }) => isImplemented)
  const roots = implemented.flatMap((module) => module.roots)
  for (const root of roots) {
    for (let at = 0; at < root.children.length; at += batch) {
      expander.awaitTargets(root.children.slice(at, at + batch))
      yield
    }
  }
  for (const root of roots) {
    expander.begin(root)
    do yield
    while (expander.step())
  }
  expander.warnAboutUnmet()
  return { roots: expander.roots, made: expander.finish() }
}

interface Job {
  readonly statement: Statement
  readonly level: Level
  readonly context: Context
}

/** Works through statements one at a time, in the order in which they are written. */
class Expander {
  readonly #input: ExpandInput
  readonly #budget: Budget
  readonly #top = new Level()
  readonly #jobs: Job[] = []
  readonly #made: MadeNode[] = []
  readonly #amendments: Amendment[] = []
  readonly #implicitCases = new ImplicitCases()

  constructor(input: ExpandInput) {
    this.#input = input
    this.#budget = new Budget(input.limits, input.warnings)
  }

  get roots(): readonly OpenNode[] {
    return this.#top.children
  }

  /** Collects the augments and deviations among these statements until their targets are made. */
  awaitTargets(statements: readonly Statement[]) {
    const amendments: Amendment[] = []
    for (const statement of statements) {
      if (statement.keyword !== 'augment' && statement.keyword !== 'deviation') continue
      const steps = readAbsolutePath(statement)
      const context = contextOfAugment(statement, contextOf(moduleOf(statement)), this.#input.features)
      if (steps) amendments.push(new Amendment(statement, steps, context))
      else this.#input.warnings.undefinedName(statement, 'target')
    }
    for (const amendment of amendments) this.#amendments.push(amendment)
    this.#top.waiting.addLast(amendments)
  }

  /** Makes the top of a module's text the next job. */
  begin(root: Statement) {
    this.#enqueue(root.children, this.#top, contextOf(moduleOf(root)))
  }

  /** Does one job; false when there is none left. */
  step(): boolean {
    for (let work = 0; work < batch; ) {
      const job = this.#jobs.pop()
      if (!job) return false
      if (this.#budget.takeWork(1, job.statement)) this.#do(job)
      work += 1 + job.statement.children.length
    }
    return true
  }

  /** The finished nodes. */
  finish(): readonly MadeNode[] {
    return this.#implicitCases.finish(this.#made)
  }

  warnAboutUnmet() {
    if (this.#budget.isExhausted) return
    const unmet = this.#amendments.filter(({ isMet }) => !isMet)
    for (const statement of new Set(unmet.map((amendment) => amendment.statement))) {
      const { keyword, argument } = statement
      this.#input.warnings.at(statement, `there is no node for this ${keyword}: ${brief(argument)}`)
    }
  }

  /** Adds jobs in reverse, because they are taken from the end. */
  #enqueue(statements: readonly Statement[], level: Level, context: Context) {
    for (let at = statements.length - 1; at >= 0; at--) {
      const statement = statements[at]
      if (statement && (statement.keyword === 'uses' || kindOf(statement))) {
        this.#jobs.push({ statement, level, context })
      }
    }
  }

  #do({ statement, level, context }: Job) {
    if (statement.keyword === 'uses') this.#use({ statement, level, context })
    else if (level.node?.kind !== 'choice' || statement.keyword === 'case')
      this.#make({ statement, level, context })
    else {
      const implicit = this.#implicitCases.around(statement)
      const node = this.#make({ statement: implicit, level, context })
      if (node) this.#implicitCases.add(node)
    }
  }

  #use({ statement, level, context }: Job) {
    const { features, limits, warnings } = this.#input
    const name = brief(statement.argument)
    const grouping = findDefinition('grouping', statement)
    if (!grouping) return warnings.undefinedName(statement, 'grouping')
    const inner = contextOfUses(
      statement,
      { grouping, around: context, maxNesting: limits.nesting },
      features,
    )
    if (!inner)
      return warnings.at(statement, `grouping "${name}" contains itself, or too many inside each other`)
    const amendments: Amendment[] = []
    for (const child of statement.children) {
      if (child.keyword !== 'refine' && child.keyword !== 'augment') continue
      const by = child.keyword === 'augment' ? contextOfAugment(child, context, features) : context
      amendments.push(new Amendment(child, readUsesPath(child, context.module), by))
    }
    if (!this.#budget.takeWork(amendments.length, statement)) return
    this.#amendments.push(...amendments)
    level.waiting.addFirst(amendments)
    this.#enqueue(grouping.children, level, inner)
  }

  #make(job: Job): OpenNode | undefined {
    const { statement, level, context } = job
    const kind = kindOf(statement)
    if (!kind) return undefined
    const name = kind === 'input' || kind === 'output' ? kind : statement.argument
    const key = `${context.module.name}:${name}`
    const refusal = level.refuses({ kind, name, key }, this.#input.limits.nesting)
    if (refusal) {
      this.#input.warnings.at(statement, refusal)
      return undefined
    }
    const amendments = level.waiting.take(key)
    const statements = this.#amend(job, amendments)
    if (!statements || !this.#budget.takeNode(statement)) return undefined
    const node = openNode({ kind, name, parent: level.node, statements, context })
    level.add(key, node)
    this.#made.push({ node, statements })
    if (statements !== emptied && canHaveChildren(kind)) {
      this.#enqueueInside(node, { ...job, statements, amendments })
    }
    return node
  }

  /** A node's own children come before those of augments, so they are added last. */
  #enqueueInside(node: OpenNode, { statement, level, context, statements, amendments }: Job & Amended) {
    const inside = level.inside(node, amendments)
    for (const augment of augmentsOf(amendments).toReversed()) {
      this.#enqueue(augment.statement.children, inside, augment.context)
    }
    const isOperation = node.kind === 'rpc' || node.kind === 'action'
    this.#enqueue(isOperation ? inputAndOutput(statement) : statements, inside, below(context))
  }

  /** The node's statements, refined and deviated; undefined when the device does not support the node. */
  #amend({ statement, context }: Job, amendments: readonly Amendment[]): readonly Statement[] | undefined {
    const statements = amendments.length === 0 ? statement.children : this.#apply(amendments, statement)
    if (context.isSupported && statements && this.#input.features.allow(statements)) return statements
    // Amendments of an unsupported node, or of nodes inside it, count as applied.
    for (const amendment of amendments) amendment.isMet = true
    // An operation always has an input and an output.
    return statement.keyword === 'input' || statement.keyword === 'output' ? emptied : undefined
  }

  #apply(amendments: readonly Amendment[], statement: Statement): readonly Statement[] | undefined {
    const reached = amendments.filter((amendment) => amendment.descend())
    const work = amendments.length + reached.length * statement.children.length
    return this.#budget.takeWork(work, statement)
      ? amend(statement, reached, this.#input.warnings)
      : undefined
  }
}

/** An empty input or output, for one that is not supported. */
const emptied: readonly Statement[] = []

interface Amended {
  readonly statements: readonly Statement[]
  readonly amendments: readonly Amendment[]
}

/** The amendments that have reached their target. */
function augmentsOf(amendments: readonly Amendment[]): readonly Amendment[] {
  return amendments.filter(({ statement, isMet }) => isMet && statement.keyword === 'augment')
}
