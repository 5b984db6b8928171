import type { IncomingMessage } from 'node:http'
import { nodeOfMember } from '../data/paths/data-nodes.ts'
import { valueFromJson } from '../data/values/read-value.ts'
import type { Model, SchemaNode } from '../yang/model.ts'
import type { Account } from './accounts.ts'
import { type Answer, badRequest, errorAnswer, writeDenied } from './answer.ts'
import type { Datastore } from './datastore.ts'
import { isList, isObject, type Json, type JsonObject, member, readJson } from './json.ts'
import { findWay, type KnownStep } from './read.ts'
import type { DataTarget } from './target.ts'
import { nest } from './tree.ts'

/** PUT, PATCH and DELETE of the demo device's configuration. */
export async function writeData(
  { datastore, model }: { datastore: Datastore; model: Model },
  account: Account,
  { steps }: DataTarget,
  request: IncomingMessage,
): Promise<Answer> {
  const way = findWay(model, {}, steps)
  if (typeof way === 'string') return badRequest(way)
  if (!account.access.write) return writeDenied
  if (!isWritable(way)) return notWritable
  const path = way.map(({ name }) => name)
  if (request.method === 'DELETE') {
    datastore.unset(path.join('/'))
    return done
  }
  const change = readChange(await readJson(request), way)
  if (!change) return malformedBody
  const fault = misfitIn(change, model)
  if (fault !== undefined) return invalidValue(fault)
  if (request.method === 'PUT') datastore.unset(path.join('/'))
  datastore.merge(change)
  return done
}

const done: Answer = { status: 204 }
const writable = ['ietf-system:system', 'infix-services:web']
const notWritable = errorAnswer(405, 'operation-not-supported', 'Not configurable here.', 'application')
const malformedBody = errorAnswer(400, 'invalid-value', 'Validation failure', 'protocol')

function isWritable(way: readonly KnownStep[]): boolean {
  const [top] = way
  return top !== undefined && writable.includes(top.name) && way.every(({ keys }) => !keys)
}

function invalidValue(node: string): Answer {
  return errorAnswer(400, 'invalid-value', `Invalid value or unknown node "${node}".`, 'protocol')
}

/** The body names the node it is about, once: `{"ietf-system:hostname": "new"}`. */
function readChange(body: Json | undefined, way: readonly KnownStep[]): JsonObject | undefined {
  const last = way.at(-1)
  if (!last || !isObject(body) || Object.keys(body).length !== 1) return undefined
  const value = member(body, last.name.includes(':') ? last.name : `${last.module}:${last.name}`)
  if (value === undefined) return undefined
  const change = nest(
    way.map(({ name }) => name),
    value,
  )
  return isObject(change) ? change : undefined
}

/** The first member that the model does not know, or whose value does not fit its type. */
function misfitIn(data: JsonObject, parent: Model | SchemaNode): string | undefined {
  for (const [name, value] of Object.entries(data)) {
    const node = nodeOfMember(parent, name)
    const below = node && (isList(value) ? value : [value]).map((each) => misfitOf(each, node))
    const fault = below ? below.find((each) => each !== undefined) : name
    if (fault !== undefined) return fault
  }
  return undefined
}

function misfitOf(value: Json, node: SchemaNode): string | undefined {
  if (node.kind !== 'leaf' && node.kind !== 'leaf-list')
    return isObject(value) ? misfitIn(value, node) : node.name
  return valueFromJson(value, node).kind === 'misfit' ? node.name : undefined
}
