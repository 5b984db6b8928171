import type { Json } from '../json/json.ts'
import { isArray, isJsonObject, memberOf } from '../json/json.ts'
import type { PathStep } from '../paths/path-steps.ts'

/**
 * Finds a place in a device's answer without a model. Which members are keys is unknown, so this takes the first entry
 * that has all keys of the path among its values.
 */
export function findPlain(json: Json, steps: readonly PathStep[]): Json | undefined {
  const wrapped = memberOf(json, 'ietf-restconf:data')
  const top = isJsonObject(wrapped) ? wrapped : json
  const last = steps.at(-1)
  return follow(top, steps) ?? (last && steps.length > 1 ? follow(top, [last]) : undefined)
}

function follow(top: Json, steps: readonly PathStep[]): Json | undefined {
  let data: Json | undefined = top
  for (const [index, { module, name, keys }] of steps.entries()) {
    const qualified = memberOf(data, `${module}:${name}`)
    const isInherited = steps[index - 1]?.module === module
    const member: Json | undefined = qualified ?? (isInherited ? memberOf(data, name) : undefined)
    data = keys && member !== undefined ? pick(member, keys) : member
  }
  return data
}

function pick(member: Json, keys: readonly string[]): Json | undefined {
  const entries = isArray(member) ? member : [member]
  return entries.find((entry) => {
    const texts = new Set(scalarsOf(entry))
    return keys.every((key) => texts.has(key))
  })
}

function scalarsOf(entry: Json): readonly string[] {
  const values = isJsonObject(entry) ? Object.values(entry) : [entry]
  return values.filter((value) => typeof value !== 'object').map(String)
}
