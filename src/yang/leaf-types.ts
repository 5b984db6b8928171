import type { Type } from './model.ts'
import type { MadeNode, OpenNode } from './open-node.ts'
import type { Statement } from './statement.ts'
import type { ResolvedType, Types } from './types.ts'
import type { Work } from './work.ts'

type LeafrefType = Extract<Type, { base: 'leafref' }>

/** A leafref whose target is not yet known. */
export type OpenLeafref = { -readonly [Field in keyof LeafrefType]: LeafrefType[Field] }

/** A leaf or leaf-list, and what is needed to finish it. */
export interface TypedLeaf {
  readonly node: OpenNode
  /** Its `type` statement. */
  readonly statement: Statement
  /** Leafrefs of this leaf alone: a leafref's target depends on where its leaf is. */
  readonly leafrefs: readonly OpenLeafref[]
  readonly defaults: readonly Statement[]
}

/** Gives every leaf and leaf-list its type and units. */
export function* typeLeaves(made: readonly MadeNode[], types: Types): Work<readonly TypedLeaf[]> {
  const leaves: TypedLeaf[] = []
  for (const { node, statements } of made) {
    if (node.kind !== 'leaf' && node.kind !== 'leaf-list') continue
    const statement = statements.find(({ keyword }) => keyword === 'type')
    if (!statement) continue
    const resolved = yield* types.resolve(statement)
    const leafrefs: OpenLeafref[] = []
    node.type = resolved.type && ownType(resolved.type, node, leafrefs)
    node.units ??= resolved.units
    leaves.push({ node, statement, leafrefs, defaults: defaultsOf(node, statements, resolved) })
    yield
  }
  return leaves
}

/** Leaves share their types, except for the leafrefs in them. */
function ownType(type: Type, node: OpenNode, leafrefs: OpenLeafref[]): Type {
  if (type.base === 'union' && type.types.some(({ base }) => base === 'leafref')) {
    return { ...type, types: type.types.map((member) => ownType(member, node, leafrefs)) }
  }
  if (type.base !== 'leafref') return type
  const own = { ...type, path: { ...type.path, module: node.module } }
  leafrefs.push(own)
  return own
}

/**
 * A key has no default, and a mandatory leaf takes none from its typedef: RFC 7950 sections 7.6.1, 7.7.2, 7.8.2. For a
 * leaf-list with min-elements libyang keeps the typedef's: see docs/decisions/098.
 */
function defaultsOf(
  node: OpenNode,
  statements: readonly Statement[],
  { default: inherited }: ResolvedType,
): readonly Statement[] {
  if (node.isKey || node.mandatory) return []
  const own = statements.filter(({ keyword }) => keyword === 'default')
  if (own.length > 0) return own
  return inherited && node.minElements === 0 ? [inherited] : []
}
