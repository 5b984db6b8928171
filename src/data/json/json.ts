/** What `JSON.parse` makes of a text. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject

export interface JsonObject {
  readonly [member: string]: Json
}

export type JsonKind = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object'

export function kindOf(json: Json): JsonKind {
  if (json === null) return 'null'
  if (Array.isArray(json)) return 'array'
  const kind = typeof json
  return kind === 'boolean' || kind === 'number' || kind === 'string' ? kind : 'object'
}

export function isJsonObject(json: Json | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}

/** A member of that very object: `constructor` and `__proto__` are names like any other. */
export function memberOf(json: Json | undefined, name: string): Json | undefined {
  return isJsonObject(json) && Object.hasOwn(json, name) ? json[name] : undefined
}

/** An object with these members. Assigning them one by one would lose a member called `__proto__`. */
export function objectOf(members: Iterable<readonly [string, Json]>): JsonObject {
  return Object.fromEntries(members)
}

/** Equal whatever the order of members. Does not recurse: the data may be as deep as its sender likes. */
export function sameJson(one: Json, other: Json): boolean {
  const pairs: [Json, Json][] = [[one, other]]
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const inside = pairsInside(...pair)
    if (!inside) return false
    for (const next of inside) pairs.push(next)
  }
  return true
}

/** What has to be equal for these two to be equal; undefined when they differ anyway. */
function pairsInside(one: Json, other: Json): readonly [Json, Json][] | undefined {
  if (one === other) return []
  if (isArray(one) && isArray(other)) {
    if (one.length !== other.length) return undefined
    return one.map((item, index) => [item, other[index] ?? null])
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return undefined
  const names = Object.keys(one)
  if (names.length !== Object.keys(other).length) return undefined
  if (!names.every((name) => Object.hasOwn(other, name))) return undefined
  return names.map((name) => [one[name] ?? null, other[name] ?? null])
}

/** `Array.isArray` does not narrow a readonly array. */
export function isArray(json: Json | undefined): json is readonly Json[] {
  return Array.isArray(json)
}
