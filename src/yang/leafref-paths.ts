import { dataChildren, dataParent } from './children.ts'
import type { Condition, SchemaNode } from './model.ts'

/** Paths are refused beyond this: real ones have some hundred characters. */
const maxLength = 20_000

/** Stands for the root above the top of the tree. */
const root = Symbol('root')

/** Finds the nodes that leafref paths lead to. RFC 7950 sections 9.9.2 and 6.4.1. */
export class LeafrefPaths {
  readonly #roots: readonly SchemaNode[]
  readonly #index = new Map<SchemaNode | typeof root, ReadonlyMap<string, SchemaNode>>()

  constructor(roots: readonly SchemaNode[]) {
    this.#roots = roots
  }

  /** The node, or undefined when the path leads nowhere. `follow` resolves the leafref inside a `deref()`. */
  find(
    path: Condition,
    from: SchemaNode,
    follow: (leaf: SchemaNode) => SchemaNode | undefined,
  ): SchemaNode | undefined {
    if (path.text.length > maxLength) return undefined
    const text = withoutPredicates(path.text)
    const [, inner, rest] = /^deref\(([^()]*)\)(.*)$/.exec(text) ?? []
    if (inner === undefined) return this.#walk(text, path, from)
    const leaf = this.#walk(inner, path, from)
    const target = leaf && follow(leaf)
    return target && this.#walk(`.${rest}`, path, target)
  }

  #walk(text: string, path: Condition, from: SchemaNode): SchemaNode | undefined {
    let at: SchemaNode | typeof root | undefined = text.startsWith('/') ? root : from
    for (const part of text.replace(/^\//, '').split('/')) {
      const step = part.trim()
      if (!at || step === '.' || step === 'current()') continue
      at = step === '..' ? above(at) : this.#childrenOf(sideOf(at, from)).get(qualified(step, path))
    }
    return at === root ? undefined : at
  }

  #childrenOf(node: SchemaNode | typeof root): ReadonlyMap<string, SchemaNode> {
    const known = this.#index.get(node)
    if (known) return known
    const index = new Map<string, SchemaNode>()
    for (const child of dataChildren(node === root ? { children: this.#roots } : node)) {
      const key = `${child.module}:${child.name}`
      if (!index.has(key)) index.set(key, child)
    }
    this.#index.set(node, index)
    return index
  }
}

/** The step as `module:name`. */
function qualified(step: string, { prefixes, module }: Condition): string {
  const colon = step.indexOf(':')
  return `${colon < 0 ? module : prefixes.get(step.slice(0, colon))}:${step.slice(colon + 1)}`
}

/** Undefined above the root. An operation counts as one level with its input or output. */
function above(at: SchemaNode | typeof root): SchemaNode | typeof root | undefined {
  if (at === root) return undefined
  const isSide = at.kind === 'input' || at.kind === 'output'
  return dataParent(isSide && at.parent ? at.parent : at) ?? root
}

/** Of an operation, the input or output that contains the leafref: it cannot refer to the other one. */
function sideOf(at: SchemaNode | typeof root, from: SchemaNode): SchemaNode | typeof root {
  if (at === root || (at.kind !== 'rpc' && at.kind !== 'action')) return at
  return at.children.find(({ kind }) => kind === from.use) ?? at
}

/** `a[b = current()/../c]/d` is `a/d`: which entries are meant does not change which node it is. */
function withoutPredicates(text: string): string {
  let kept = ''
  let at = 0
  for (let open = text.indexOf('['); open >= 0; open = text.indexOf('[', at)) {
    kept += text.slice(at, open)
    const close = text.indexOf(']', open)
    at = close < 0 ? text.length : close + 1
  }
  return kept + text.slice(at)
}
