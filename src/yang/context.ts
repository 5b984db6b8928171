import { readCondition } from './conditions.ts'
import type { Features } from './features.ts'
import type { Condition, Status } from './model.ts'
import { argumentOf, findChild, type Module, type Statement } from './statement.ts'
import { olderStatus, readStatus } from './status.ts'

/** What the nodes of a module's body, a grouping or an augment have in common. */
export interface Context {
  /** The module whose namespace they are in. */
  readonly module: Module
  /** The `when` conditions of the uses and augments that bring them. */
  readonly whens: readonly Condition[]
  /** The status that the nodes inherit: nothing inside a deprecated node is current. */
  readonly status: Status
  /** False inside a `uses` or augment that is not supported: its nodes are skipped. */
  readonly isSupported: boolean
  /** The groupings that are being expanded. */
  readonly groupings: GroupingChain | undefined
}

interface GroupingChain {
  readonly grouping: Statement
  readonly outer: GroupingChain | undefined
  readonly length: number
}

export function contextOf(module: Module): Context {
  return { module, whens: [], status: 'current', isSupported: true, groupings: undefined }
}

/** The context below a node: conditions apply to the node as a whole, so its children do not repeat them. */
export function below(context: Context): Context {
  return context.whens.length === 0 ? context : { ...context, whens: [] }
}

/** For the nodes that an `augment` adds. */
export function contextOfAugment(augment: Statement, around: Context, features: Features): Context {
  const { module, isSupported, groupings } = around
  return { ...conditionsOf(augment, { ...contextOf(module), isSupported }, features), groupings }
}

/** For the nodes that a `uses` brings; undefined for a grouping inside itself, or too many inside each other. */
export function contextOfUses(
  uses: Statement,
  { grouping, around, maxNesting }: { grouping: Statement; around: Context; maxNesting: number },
  features: Features,
): Context | undefined {
  const { groupings: outer } = around
  if ((outer?.length ?? 0) >= maxNesting) return undefined
  for (let link = outer; link; link = link.outer) {
    if (link.grouping === grouping) return undefined
  }
  const groupings = { grouping, outer, length: (outer?.length ?? 0) + 1 }
  return { ...conditionsOf(uses, around, features), groupings }
}

function conditionsOf(statement: Statement, around: Context, features: Features): Context {
  const when = findChild(statement, 'when')
  return {
    ...around,
    whens: when ? [...around.whens, readCondition(when, around.module, true)] : around.whens,
    status: olderStatus(around.status, readStatus(argumentOf(statement, 'status'))),
    isSupported: around.isSupported && features.allow(statement.children),
  }
}
