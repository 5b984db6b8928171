import type { Context } from './context.ts'
import { type Module, resolveName, type Statement } from './statement.ts'

/** A `refine`, `augment` or `deviation`, on its way down to the node that it is about. */
export class Amendment {
  readonly statement: Statement
  /** What an augment's nodes inherit. */
  readonly context: Context
  /** The steps as `module:name`, from where it is written to its target. */
  readonly #steps: readonly string[]
  #at = 0
  /** True when its target was found, or is absent because the device does not support it. */
  isMet = false

  constructor(statement: Statement, steps: readonly string[], context: Context) {
    this.statement = statement
    this.#steps = steps
    this.context = context
  }

  get nextStep(): string {
    return this.#steps[this.#at] ?? ''
  }

  /** Takes a step down; true when the target is reached. */
  descend(): boolean {
    this.#at += 1
    if (this.#at < this.#steps.length) return false
    this.isMet = true
    return true
  }
}

/**
 * The amendments that wait for the children of a node, by the child's `module:name`. They are handed down from parent
 * to child as nodes are made, so the order in which modules state them does not matter: an augment may add to nodes
 * that another augment adds, whichever was read first.
 */
export class Waiting {
  /** Those of a `uses` in one group, an inner one after the outer ones. */
  #groups: Map<string, (readonly Amendment[])[]> | undefined

  /** Those of a `uses` go before all that already wait. */
  addFirst(amendments: readonly Amendment[]) {
    for (const [step, group] of groupBySteps(amendments)) this.#groupsAt(step).push(group)
  }

  /** Those of a module go after those of earlier modules. */
  addLast(amendments: readonly Amendment[]) {
    for (const [step, group] of groupBySteps(amendments)) this.#groupsAt(step).unshift(group)
  }

  /** Takes out those for this child: inner ones first, deviations last. */
  take(step: string): readonly Amendment[] {
    const groups = this.#groups?.get(step)
    if (!groups) return none
    this.#groups?.delete(step)
    return groups.length === 1 ? (groups[0] ?? none) : groups.toReversed().flat()
  }

  #groupsAt(step: string): (readonly Amendment[])[] {
    this.#groups ??= new Map()
    const groups = this.#groups.get(step) ?? []
    this.#groups.set(step, groups)
    return groups
  }
}

function groupBySteps(amendments: readonly Amendment[]): ReadonlyMap<string, readonly Amendment[]> {
  return Map.groupBy(amendments, ({ nextStep }) => nextStep)
}

const none: readonly Amendment[] = []

/** In characters. A path has at most as many names as nodes can be deep, each of a few dozen letters. */
const maxPathLength = 20_000

/** The steps of an absolute path, `/a:b/c`, as `module:name`; undefined when a prefix is unknown. */
export function readAbsolutePath(statement: Statement): readonly string[] | undefined {
  const steps = splitPath(statement).map((step) => resolveName(statement, step))
  if (steps[0]?.name === '') steps.shift()
  if (steps.length === 0) return undefined
  const known = steps.filter((step) => step !== undefined)
  return known.length < steps.length ? undefined : known.map(({ module, name }) => `${module.name}:${name}`)
}

/** The steps of a path below a `uses`: all its nodes are in the namespace of the module that uses the grouping. */
export function readUsesPath(statement: Statement, module: Module): readonly string[] {
  return splitPath(statement).map((step) => `${module.name}:${step.slice(step.indexOf(':') + 1)}`)
}

function splitPath({ argument }: Statement): readonly string[] {
  return argument
    .slice(0, maxPathLength)
    .split('/')
    .map((step) => step.trim())
}
