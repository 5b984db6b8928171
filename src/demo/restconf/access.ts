import type { Access } from '../accounts.ts'
import { isObject, type JsonObject } from '../json.ts'
import { without } from './tree.ts'

/** What is left of the data for this account: the rest is missing without a word. */
export function visibleTo({ read }: Access, data: JsonObject): JsonObject {
  if (read === 'all') return data
  if (read === 'none') return {}
  return read.allBut.reduce((left, resource) => {
    const pruned = without(left, resource.split('/'))
    return isObject(pruned) ? pruned : left
  }, data)
}
