import type { Type } from '../../yang/model.ts'

/** A type that values are of: no union, and no leafref. */
export type ConcreteType = Exclude<Type, { readonly base: 'union' | 'leafref' }>

const MAX_TYPES = 1_000

/** A leafref that leads nowhere says nothing about its values but that they are written somehow. */
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
  const types = flatten(type)
  remembered.set(type, types)
  return types
}

function flatten(type: Type): readonly ConcreteType[] {
  const found: ConcreteType[] = []
  const seen = new Set<Type>()
  const open: Type[] = [type]
  for (let next = open.pop(); next && found.length < MAX_TYPES; next = open.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    if (next.base === 'union') open.push(...next.types.toReversed())
    else if (next.base !== 'leafref') found.push(next)
    else open.push(next.type ?? anyText)
  }
  return found.length > 0 ? found : [anyText]
}
