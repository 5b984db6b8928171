import type { SchemaNode } from '../../yang/model.ts'
import type { Json } from '../json/json.ts'
import { memberOf } from '../json/json.ts'
import { keyLeaves } from '../paths/data-nodes.ts'
import type { ConcreteType } from '../values/concrete-types.ts'
import { concreteTypes } from '../values/concrete-types.ts'
import { valueFromJson } from '../values/read-value.ts'
import type { Value } from '../values/value.ts'
import { textOf } from '../values/value.ts'

/** The keys of an entry in order; undefined when one is missing or does not fit its type. */
export function keysOf(list: SchemaNode, entry: Json): readonly Value[] | undefined {
  const values: Value[] = []
  for (const leaf of keyLeaves(list)) {
    const json = keyMember(leaf, entry)
    const checked = json === undefined ? undefined : valueFromJson(json, leaf)
    if (!checked || checked.kind === 'misfit') return undefined
    values.push(checked)
  }
  return values.length > 0 ? values : undefined
}

/**
 * The texts of an entry's keys, which identify it; undefined when one is missing or has no text. Whether they
 * fit their patterns is not asked: that would take ten times as long, and lists have many entries.
 */
export function keyTextsOf(list: SchemaNode, entry: Json): readonly string[] | undefined {
  const texts: string[] = []
  for (const leaf of keyLeaves(list)) {
    const text = textOfKey(leaf, keyMember(leaf, entry))
    if (text === undefined) return undefined
    texts.push(text)
  }
  return texts.length > 0 ? texts : undefined
}

/** Joins texts so that different lists never give the same result. */
export function joinKeys(texts: readonly string[]): string {
  const [only, ...others] = texts
  if (only !== undefined && others.length === 0) return only
  return texts.map((text) => `${text.length}:${text}`).join('')
}

function keyMember(leaf: SchemaNode, entry: Json): Json | undefined {
  return memberOf(entry, leaf.name) ?? memberOf(entry, `${leaf.module}:${leaf.name}`)
}

/** Types whose JSON strings are always canonical. */
const verbatim: ReadonlySet<ConcreteType['base']> = new Set(['string', 'enumeration'])

function textOfKey(leaf: SchemaNode, json: Json | undefined): string | undefined {
  if (json === undefined) return undefined
  if (typeof json === 'string' && concreteTypes(leaf.type).every(({ base }) => verbatim.has(base)))
    return json
  const checked = valueFromJson(json, leaf)
  return checked.kind === 'misfit' ? undefined : textOf(checked)
}
