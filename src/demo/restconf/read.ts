import type { Account } from '../accounts.ts'
import { type Answer, dataAnswer, errorAnswer, noData } from '../answer.ts'
import type { Datastore } from '../datastore.ts'
import { visibleTo } from './access.ts'
import type { Target } from './target.ts'
import { pick } from './tree.ts'

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
