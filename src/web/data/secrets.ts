import { isArray, isJsonObject, type Json, type JsonObject, objectOf } from '../../data/json/json.ts'
import { type DataParent, isModel, nodeOfMember } from '../../data/paths/data-nodes.ts'
import type { Place } from '../../data/paths/place.ts'
import type { Model, SchemaNode } from '../../yang/model.ts'
import type { Work } from '../../yang/work.ts'

const secretTypedefs =
  /^(?:iana-crypt-hash|infix-crypto-types|ietf-crypto-types):.*(?:hash|private|symmetric|password)/
const secretNames =
  /^(?:.*[_-])?(?:password|passphrase|secret|psk|pre-shared-key|private-key|cleartext-.*|hidden-.*|key-string|symmetric-key)$/i

/** Nodes that the model denies by default, and nodes whose type or name says password or key. */
export function isSecret(node: SchemaNode): boolean {
  if (node.kind === 'container' || node.kind === 'list') return false
  if (isDenied(node)) return true
  if (node.type?.typedef && secretTypedefs.test(node.type.typedef)) return true
  const isText = node.type?.base === 'string' || node.type?.base === 'binary' || node.type?.base === 'union'
  return isText && secretNames.test(node.name)
}

/** Without a model: one or several texts under a name like a password's or a key's. */
export function isSecretMember(name: string, json: Json | undefined): boolean {
  const isText = typeof json === 'string' || (isArray(json) && json.some((item) => typeof item === 'string'))
  return isText && secretNames.test(name.slice(name.indexOf(':') + 1).replace(/^@/, ''))
}

function isDenied(node: SchemaNode): boolean {
  for (let at: SchemaNode | undefined = node; at; at = at.parent)
    if (at.access === 'default-deny-all') return true
  return false
}

/** A device's answer without its secrets, so that a downloaded file can be passed on. */
export function withoutSecrets(json: Json, model?: Model, place?: Place): Work<Json> {
  return strip(json, { parent: model, place, depth: 0 })
}

interface Where {
  /** Undefined where the model has no node. */
  readonly parent: DataParent | undefined
  /** Where the answer may begin, as RFC 8040 has it. */
  readonly place?: Place | undefined
  readonly depth: number
}

/** Data deeper than any model is left out, so that no secret in it is overlooked. */
const MAX_DEPTH = 200

function* strip(json: Json, where: Where): Work<Json> {
  if (typeof json !== 'object' || json === null) return json
  if (where.depth > MAX_DEPTH) return null
  yield
  if (isArray(json)) return yield* stripItems(json, { ...where, depth: where.depth + 1 })
  return isJsonObject(json) ? yield* stripMembers(json, where) : json
}

function* stripItems(items: readonly Json[], where: Where): Work<Json> {
  if (items.every(isScalar)) return items
  const stripped: Json[] = []
  for (const item of items) stripped.push(isScalar(item) ? item : yield* strip(item, where))
  return stripped
}

const isScalar = (json: Json) => typeof json !== 'object' || json === null

function* stripMembers(object: JsonObject, where: Where): Work<Json> {
  const members: (readonly [string, Json])[] = []
  for (const name of Object.keys(object)) {
    if (members.length % 1_000 === 999) yield
    const value = object[name] ?? null
    const below = placeOfMember(name, value, where)
    if (below !== 'secret')
      members.push([
        name,
        isScalar(value) ? value : yield* strip(value, { ...below, depth: where.depth + 1 }),
      ])
  }
  return objectOf(members)
}

function placeOfMember(
  name: string,
  value: Json,
  { parent, place }: Where,
): Pick<Where, 'parent' | 'place'> | 'secret' {
  const bare = name.startsWith('@') ? name.slice(1) : name
  const node = nodeNamed(bare, parent, place)
  const isHidden = node ? isSecret(node) : isSecretMember(bare, value) || isInDenied(parent, value)
  if (isHidden) return 'secret'
  const isWrapper = parent && isModel(parent) && !node && /^(?:ietf-restconf:)?data$/.test(name)
  return isWrapper ? { parent, place } : { parent: node }
}

function nodeNamed(
  name: string,
  parent: DataParent | undefined,
  place: Place | undefined,
): SchemaNode | undefined {
  const node = parent && nodeOfMember(parent, name)
  if (node || !place || !parent || !isModel(parent)) return node
  const own = place.node
  return name === own.name || name === `${own.module}:${own.name}` ? own : undefined
}

/** The model denies the whole place, and does not know this member of it. */
function isInDenied(parent: DataParent | undefined, value: Json): boolean {
  return parent !== undefined && !isModel(parent) && typeof value !== 'object' && isDenied(parent)
}
