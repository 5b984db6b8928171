import type { SchemaNode, Type } from '../../yang/model.ts'

/** A type that a value can have: neither a union nor a leafref. */
export type ConcreteType = Exclude<Type, { readonly base: 'union' | 'leafref' }>

const MAX_TYPES = 1_000

/** Values of a leafref that leads nowhere are read as strings. */
const anyText: ConcreteType = {
  base: 'string',
  lengths: [],
  patterns: [],
  typedef: undefined,
  typedefDescription: undefined,
}

const remembered = new WeakMap<Type, readonly ConcreteType[]>()

/**
 * The types a value may be of, in order: one, or those of a union and of what its leafrefs lead to. Each is named
 * once: unions of leafrefs to unions would otherwise double with every step, and a circle would never end.
 */
export function concreteTypes(type: Type | undefined): readonly ConcreteType[] {
  if (!type) return [anyText]
  const known = remembered.get(type)
  if (known) return known
  const found = typesIn(type).filter((each) => each.base !== 'union' && each.base !== 'leafref')
  const types = found.length > 0 ? found : [anyText]
  remembered.set(type, types)
  return types
}

/** The leaves that this type's leafrefs lead to, including leafrefs inside a union. */
export function leafrefTargets(type: Type | undefined): readonly SchemaNode[] {
  return typesIn(type ?? anyText).flatMap((each) => (each.base === 'leafref' && each.target) || [])
}

/** The type itself, the members of a union, or the targets of leafrefs, in order. */
function typesIn(type: Type): readonly Type[] {
  const found = new Set<Type>()
  const open: Type[] = [type]
  for (let next = open.pop(); next && found.size < MAX_TYPES; next = open.pop()) {
    if (found.has(next)) continue
    found.add(next)
    if (next.base === 'union') for (const member of next.types.toReversed()) open.push(member)
    if (next.base === 'leafref') open.push(next.type ?? anyText)
  }
  return [...found]
}
