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

/** An own member: `constructor` and `__proto__` are names like any other. */
export function memberOf(json: Json | undefined, name: string): Json | undefined {
  return isJsonObject(json) && Object.hasOwn(json, name) ? json[name] : undefined
}

/** An object with these members. Assigning them one by one would lose a member called `__proto__`. */
export function objectOf(members: Iterable<readonly [string, Json]>): JsonObject {
  return Object.fromEntries(members)
}

/** True for equal JSON, whatever the order of members. Does not recurse, because the data may be arbitrarily deep. */
export function sameJson(one: Json, other: Json): boolean {
  const open: Json[] = [one, other]
  while (open.length > 0) {
    const [right = null, left = null] = [open.pop(), open.pop()]
    if (left !== right && !openPair(left, right, open)) return false
  }
  return true
}

/** Adds the pairs that must be equal for these two to be equal; false when the two differ already. */
function openPair(left: Json, right: Json, open: Json[]): boolean {
  if (isArray(left)) return isArray(right) && openItems(left, right, open)
  return isJsonObject(left) && isJsonObject(right) && openMembers(left, right, open)
}

function openItems(left: readonly Json[], right: readonly Json[], open: Json[]): boolean {
  if (left.length !== right.length) return false
  // Most items are equal scalars: two million of them must not go onto the stack.
  for (const [index, item] of left.entries()) {
    const other = right[index] ?? null
    if (item !== other) open.push(item, other)
  }
  return true
}

function openMembers(left: JsonObject, right: JsonObject, open: Json[]): boolean {
  const names = Object.keys(left)
  if (names.length !== Object.keys(right).length) return false
  for (const name of names) {
    if (!Object.hasOwn(right, name)) return false
    open.push(left[name] ?? null, right[name] ?? null)
  }
  return true
}

/** `Array.isArray` does not narrow a readonly array. */
export function isArray(json: Json | undefined): json is readonly Json[] {
  return Array.isArray(json)
}
