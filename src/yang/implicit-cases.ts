import type { MadeNode, OpenNode } from './open-node.ts'
import type { Statement } from './statement.ts'

/** A choice's shorthand: a node written directly in a choice stands in a case of its name. RFC 7950 section 7.9.2. */
export class ImplicitCases {
  readonly #cases = new Set<OpenNode>()

  /** The case that the shorthand omits. */
  around(statement: Statement): Statement {
    return { ...statement, keyword: 'case', children: [statement] }
  }

  add(node: OpenNode): void {
    this.#cases.add(node)
  }

  /** Removes implicit cases whose node is missing. The others get the status of their node. */
  finish(made: readonly MadeNode[]): readonly MadeNode[] {
    const empty = new Set<OpenNode>()
    for (const node of this.#cases) {
      if (node.children.length === 0) empty.add(node)
      const only = node.children.find(({ name, module }) => name === node.name && module === node.module)
      if (only) node.status = only.status
    }
    if (empty.size === 0) return made
    for (const choice of new Set([...empty].map(({ parent }) => parent))) {
      if (choice) choice.children = choice.children.filter((node) => !empty.has(node))
    }
    return made.filter(({ node }) => !empty.has(node))
  }
}
