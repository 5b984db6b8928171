import type { Access, Account } from '../accounts.ts'
import { type Answer, dataAnswer, errorAnswer, noData } from '../answer.ts'
import type { Datastore } from '../datastore.ts'
import { isObject, type JsonObject } from '../json.ts'
import type { Target } from './target.ts'
import { pick, without } from './tree.ts'

type DataTarget = Extract<Target, { kind: 'data' }>

/** GET of data: nested from the top-level container, and 404 alike for what is denied and what is not there. */
export function readData(
  datastore: Datastore,
  account: Account,
  { datastore: name, steps }: DataTarget,
): Answer {
  if (!datastore.schema.has(steps.map((step) => step.name))) return unknownNode
  const visible = visibleTo(account.access, datastore.read(name))
  if (Object.keys(visible).length === 0) return noData
  const picked = pick(visible, steps)
  return picked === undefined ? noData : dataAnswer(picked)
}

export const unknownNode = errorAnswer(400, 'operation-failed', "Couldn't find schema node", 'application')

/** What is left of the data for this account: the rest is missing without a word. */
function visibleTo({ read }: Access, data: JsonObject): JsonObject {
  if (read === 'all') return data
  if (read === 'none') return {}
  return read.allBut.reduce((left, resource) => {
    const pruned = without(left, resource.split('/'))
    return isObject(pruned) ? pruned : left
  }, data)
}
