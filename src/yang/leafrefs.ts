import type { TypedLeaf } from './leaf-types.ts'
import { LeafrefPaths } from './leafref-paths.ts'
import type { Limits } from './limits.ts'
import type { SchemaNode } from './model.ts'
import type { OpenNode } from './open-node.ts'
import { brief, type Warnings } from './warnings.ts'
import type { Work } from './work.ts'

export interface LeafrefsInput {
  readonly roots: readonly OpenNode[]
  readonly leaves: readonly TypedLeaf[]
  readonly warnings: Warnings
  readonly limits: Limits
}

/** Finds for every leafref the leaf it leads to and the type of its values: the one at the end of the chain. */
export function* resolveLeafrefs({ roots, leaves, warnings, limits }: LeafrefsInput): Work<void> {
  const referring: ReferringLeaves = new Map(
    leaves.filter(({ leafrefs }) => leafrefs.length > 0).map((leaf) => [leaf.node, leaf]),
  )
  const targets = new Targets(roots, referring, warnings)
  for (const leaf of referring.values()) {
    targets.find(leaf)
    yield
  }
  const chains = new Chains(referring, warnings, limits.unionMembers)
  for (const leaf of referring.values()) yield* chains.follow(leaf)
}

type ReferringLeaves = ReadonlyMap<SchemaNode, TypedLeaf>

class Targets {
  readonly #paths: LeafrefPaths
  readonly #referring: ReferringLeaves
  readonly #warnings: Warnings
  readonly #seen = new Set<TypedLeaf>()

  constructor(roots: readonly OpenNode[], referring: ReferringLeaves, warnings: Warnings) {
    this.#paths = new LeafrefPaths(roots)
    this.#referring = referring
    this.#warnings = warnings
  }

  find(leaf: TypedLeaf) {
    // Already visited, through another leaf's deref() or a circle.
    if (this.#seen.has(leaf)) return
    this.#seen.add(leaf)
    for (const leafref of leaf.leafrefs) {
      const target = this.#paths.find(leafref.path, leaf.node, (node) => this.#targetOf(node))
      if (target?.kind === 'leaf' || target?.kind === 'leaf-list') leafref.target = target
      else this.#warnings.undefinedName(leaf.statement, 'the leaf of leafref', leafref.path.text)
    }
  }

  #targetOf(node: SchemaNode): SchemaNode | undefined {
    const leaf = this.#referring.get(node)
    if (leaf) this.find(leaf)
    return leaf?.leafrefs[0]?.target
  }
}

/** Follows leafrefs to leafrefs, depth first. Done without recursion: chains can have thousands of links. */
class Chains {
  readonly #referring: ReferringLeaves
  readonly #warnings: Warnings
  readonly #maxSize: number
  readonly #open = new Set<TypedLeaf>()
  /** For finished leaves, how many types a value may have to be checked against. */
  readonly #sizes = new Map<TypedLeaf, number>()

  constructor(referring: ReferringLeaves, warnings: Warnings, maxSize: number) {
    this.#referring = referring
    this.#warnings = warnings
    this.#maxSize = maxSize
  }

  *follow(first: TypedLeaf): Work<void> {
    const path = [first]
    for (let leaf = path.at(-1); leaf; leaf = path.at(-1)) {
      this.#open.add(leaf)
      const next = this.#sizes.has(leaf) ? undefined : this.#unvisited(leaf)
      if (next) path.push(next)
      else {
        if (!this.#sizes.has(leaf)) this.#sizes.set(leaf, this.#settle(leaf))
        this.#open.delete(leaf)
        path.pop()
      }
      yield
    }
  }

  #unvisited({ leafrefs }: TypedLeaf): TypedLeaf | undefined {
    for (const { target } of leafrefs) {
      const leaf = target && this.#referring.get(target)
      if (leaf && !this.#open.has(leaf) && !this.#sizes.has(leaf)) return leaf
    }
    return undefined
  }

  /** Copies the types of the targets, which are known by now; returns how many types there are in all. */
  #settle({ node, statement, leafrefs }: TypedLeaf): number {
    let size = node.type?.base === 'union' ? node.type.types.length : 1
    for (const leafref of leafrefs) {
      if (!leafref.target) continue
      size += this.#sizeOf(leafref.target) - 1
      if (size <= this.#maxSize) leafref.type = finalType(leafref.target)
      else leafref.target = undefined
      if (!leafref.type) this.#warnings.at(statement, `leafref ${brief(leafref.path.text)} leads to no type`)
    }
    return Math.min(size, this.#maxSize)
  }

  /** Infinite for a leaf in a circle. */
  #sizeOf(target: SchemaNode): number {
    const leaf = this.#referring.get(target)
    if (leaf) return this.#sizes.get(leaf) ?? Number.POSITIVE_INFINITY
    return target.type?.base === 'union' ? target.type.types.length : 1
  }
}

function finalType({ type }: SchemaNode) {
  return type?.base === 'leafref' ? type.type : type
}
