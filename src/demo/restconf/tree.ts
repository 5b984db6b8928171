import { isList, isObject, type Json, type JsonObject, member } from '../json.ts'
import type { Step } from './target.ts'

/** What lies at a path, still inside the containers that lead to it; undefined where there is nothing. */
export function pick(tree: Json, [step, ...rest]: readonly Step[]): Json | undefined {
  if (!step) return tree
  const child = member(tree, step.name)
  if (child === undefined) return undefined
  const picked = isList(child) ? pickEntries(child, step, rest) : pick(child, rest)
  return picked === undefined ? undefined : { [step.name]: picked }
}

function pickEntries(list: readonly Json[], { name, key }: Step, rest: readonly Step[]): Json | undefined {
  const keyLeaf = keyLeafOf(name)
  const entries = list
    .filter((entry) => key === undefined || member(entry, keyLeaf) === key)
    .map((entry) => pickInEntry(entry, keyLeaf, rest))
    .filter((entry) => entry !== undefined)
  return entries.length === 0 ? undefined : entries
}

/** Part of a list entry comes with the entry's key, or it could not be told whose it is. */
function pickInEntry(entry: Json, keyLeaf: string, rest: readonly Step[]): Json | undefined {
  const picked = pick(entry, rest)
  return isObject(picked) ? { [keyLeaf]: member(entry, keyLeaf) ?? '', ...picked } : picked
}

const keyLeaves: ReadonlyMap<string, string> = new Map([
  ['address', 'ip'],
  ['filesystem', 'mount-point'],
])

function keyLeafOf(list: string): string {
  return keyLeaves.get(list) ?? 'name'
}

/** The tree without what lies at a path, in every entry of the lists on the way. */
export function without(tree: Json, path: readonly string[]): Json {
  const [name, ...rest] = path
  if (isList(tree)) return tree.map((entry) => without(entry, path))
  if (name === undefined || !isObject(tree) || !Object.hasOwn(tree, name)) return tree
  if (rest.length > 0) return { ...tree, [name]: without(tree[name] ?? null, rest) }
  const { [name]: _, ...others } = tree
  return others
}

/** Containers are merged member by member; everything else is replaced. */
export function merge(tree: JsonObject, change: JsonObject): JsonObject {
  const merged: Record<string, Json> = { ...tree }
  for (const [name, value] of Object.entries(change)) {
    const present = member(tree, name)
    merged[name] = isObject(present) && isObject(value) ? merge(present, value) : value
  }
  return merged
}

/** A value inside the containers that lead to it. */
export function nest(path: readonly string[], value: Json): Json {
  return path.reduceRight<Json>((inner, name) => ({ [name]: inner }), value)
}
