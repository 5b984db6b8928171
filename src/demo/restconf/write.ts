import type { IncomingMessage } from 'node:http'
import type { Account } from '../accounts.ts'
import { type Answer, errorAnswer, writeDenied } from '../answer.ts'
import type { Datastore } from '../datastore.ts'
import { isObject, type Json, type JsonObject, readJson } from '../json.ts'
import { unknownNode } from './read.ts'
import type { Target } from './target.ts'
import { nest } from './tree.ts'

type DataTarget = Extract<Target, { kind: 'data' }>

/** PUT, PATCH and DELETE of the configuration that can be changed on the demo device. */
export async function writeData(
  datastore: Datastore,
  account: Account,
  { steps }: DataTarget,
  request: IncomingMessage,
): Promise<Answer> {
  const path = steps.map((step) => step.name)
  if (!datastore.schema.has(path)) return unknownNode
  if (!account.access.write) return writeDenied
  if (!isWritable(path) || steps.some((step) => step.key !== undefined)) return notWritable
  if (request.method === 'DELETE') return deleteConfig(datastore, path)
  const change = readChange(await readJson(request), path)
  if (change === undefined) return malformedBody
  const fault = datastore.schema.fault(change)
  if (fault !== undefined) return invalidValue(fault)
  if (request.method === 'PUT') putConfig(datastore, path, change)
  else datastore.merge(change)
  return done
}

const done: Answer = { status: 204 }
const writable = ['ietf-system:system', 'infix-services:web']
const notWritable = errorAnswer(405, 'operation-not-supported', 'Not configurable here.', 'application')
const malformedBody = errorAnswer(400, 'invalid-value', 'Validation failure', 'protocol')

function isWritable([top]: readonly string[]): boolean {
  return top !== undefined && writable.includes(top)
}

function invalidValue(node: string): Answer {
  return errorAnswer(400, 'invalid-value', `Invalid value or unknown node "${node}".`, 'protocol')
}

function deleteConfig(datastore: Datastore, path: readonly string[]): Answer {
  datastore.unset(path.join('/'))
  return done
}

function putConfig(datastore: Datastore, path: readonly string[], change: JsonObject): void {
  datastore.unset(path.join('/'))
  datastore.merge(change)
}

/** The body names the node it is about, once: `{"ietf-system:hostname": "new"}`. */
function readChange(body: Json | undefined, path: readonly string[]): JsonObject | undefined {
  const members = isObject(body) ? Object.entries(body) : []
  const [name, value] = members[0] ?? []
  if (members.length !== 1 || value === undefined || name !== qualified(path)) return undefined
  const change = nest(path, value)
  return isObject(change) ? change : undefined
}

function qualified(path: readonly string[]): string {
  const last = path.at(-1) ?? ''
  return last.includes(':') ? last : `${path[0]?.split(':')[0]}:${last}`
}
