import { type Amendment, Waiting } from './amendments.ts'
import type { NodeKind } from './model.ts'
import type { OpenNode } from './open-node.ts'
import { canStandIn, isIdentifier } from './schema-kinds.ts'
import { brief } from './warnings.ts'

interface NewNode {
  readonly kind: NodeKind
  readonly name: string
  /** `module:name` */
  readonly key: string
}

/** Where nodes are added: in a node or, without one, at the top of the tree. */
export class Level {
  readonly node: OpenNode | undefined
  readonly children: OpenNode[]
  readonly waiting = new Waiting()
  readonly #depth: number
  readonly #keys = new Set<string>()

  constructor(node?: OpenNode, around?: Level) {
    this.node = node
    this.children = node?.children ?? []
    this.#depth = around ? around.#depth + 1 : 0
  }

  add(key: string, node: OpenNode) {
    this.#keys.add(key)
    this.children.push(node)
  }

  /** Why this node cannot be added here; undefined when it can. */
  refuses({ kind, name, key }: NewNode, maxDepth: number): string | undefined {
    if (!canStandIn(kind, this.node)) return `"${kind}" cannot stand here`
    if (!isIdentifier(name)) return `"${brief(name)}" is not a valid node name`
    if (this.#depth >= maxDepth) return `more than ${maxDepth} nodes inside each other`
    if (this.#keys.has(key)) return `there is a "${brief(name)}" here already`
    return undefined
  }

  /** The level inside one of its nodes, with the amendments that wait for the node's children. */
  inside(node: OpenNode, amendments: readonly Amendment[]): Level {
    const level = new Level(node, this)
    if (amendments.length > 0) level.waiting.addFirst(amendments.filter(({ isMet }) => !isMet))
    return level
  }
}
