import type { Amendment } from './amendments.ts'
import { childrenOf, type Statement } from './statement.ts'
import { brief, type Warnings } from './warnings.ts'

/** Statements that a node can have several of. */
const repeatable: ReadonlySet<string> = new Set(['must', 'unique', 'if-feature'])
const repeatableInLeafLists: ReadonlySet<string> = new Set([...repeatable, 'default'])
const nothing: ReadonlySet<string> = new Set()

/**
 * A node's statements with its refinements and deviations applied: first those of the inner `uses`,
 * then those of the outer ones, then the deviations. Undefined when the device does not support the node.
 */
export function amend(
  statement: Statement,
  amendments: readonly Amendment[],
  warnings: Warnings,
): readonly Statement[] | undefined {
  let statements: readonly Statement[] | undefined = statement.children
  for (const { statement: amendment } of amendments) {
    if (!statements) return undefined
    if (amendment.keyword === 'refine') statements = add(statements, amendment.children, repeatable)
    if (amendment.keyword === 'deviation') {
      statements = deviate({ keyword: statement.keyword, statements }, amendment, warnings)
    }
  }
  return statements
}

/** RFC 7950 section 7.20.3. */
function deviate(
  node: { readonly keyword: string; readonly statements: readonly Statement[] },
  deviation: Statement,
  warnings: Warnings,
): readonly Statement[] | undefined {
  let { statements } = node
  for (const change of childrenOf(deviation, 'deviate')) {
    switch (change.argument) {
      case 'not-supported':
        return undefined
      case 'add': {
        const isAdded = node.keyword === 'leaf-list' ? repeatableInLeafLists : repeatable
        statements = add(statements, change.children, isAdded)
        break
      }
      case 'replace':
        statements = add(statements, change.children, nothing)
        break
      case 'delete':
        statements = remove(statements, change, warnings)
        break
      default:
        warnings.at(change, `"deviate ${brief(change.argument)}" is not known`)
    }
  }
  return statements
}

/** A statement that a node can have only once replaces the old one. */
function add(
  statements: readonly Statement[],
  added: readonly Statement[],
  isRepeatable: ReadonlySet<string>,
): readonly Statement[] {
  const replaced = new Set(
    added.map(({ keyword }) => keyword).filter((keyword) => !isRepeatable.has(keyword)),
  )
  return [...statements.filter(({ keyword }) => !replaced.has(keyword)), ...added]
}

function remove(
  statements: readonly Statement[],
  change: Statement,
  warnings: Warnings,
): readonly Statement[] {
  const removed = new Set(change.children.map(({ keyword, argument }) => `${keyword} ${argument}`))
  const kept = statements.filter(({ keyword, argument }) => !removed.has(`${keyword} ${argument}`))
  if (kept.length === statements.length)
    warnings.at(change, 'the node has nothing that this deviation deletes')
  return kept
}
