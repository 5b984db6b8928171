import { findInstance } from '../../data/paths/find-place.ts'
import { type Place, pathOf, placeBelow } from '../../data/paths/place.ts'
import type { DataLeaf } from '../../data/tree/data-leaf.ts'
import { valueFromText } from '../../data/values/read-value.ts'
import { textOf, type Value } from '../../data/values/value.ts'
import { dataParent } from '../../yang/children.ts'
import type { Model, SchemaNode, Type } from '../../yang/model.ts'
import type { Language } from '../texts/languages.ts'
import type { DataValue } from '../views/data-views.ts'

/** What drawing values takes, the same for a whole page. */
export interface ValueSetting {
  readonly model: Model
  readonly language: Language
  /** True when the reader asked for secrets. */
  readonly showsSecrets: boolean
}

const MAX_TEXT = 2_000
const bare = { exact: undefined, units: undefined, href: undefined, meaning: undefined } as const

/** A leaf's value, or one value of a leaf-list, as people read it. */
export function valueView(leaf: DataLeaf, setting: ValueSetting): DataValue {
  const { isDefault, node } = leaf
  if (isSecret(node) && !setting.showsSecrets) return { ...bare, kind: 'secret', text: '', isDefault }
  const { value } = leaf
  if (value.kind === 'misfit')
    return { ...bare, kind: 'misfit', text: cut(JSON.stringify(leaf.json)), isDefault }
  return { ...bare, ...draw(value, node, setting), units: node.units, isDefault }
}

type Drawn = Pick<DataValue, 'kind' | 'text'> & Partial<DataValue>

function draw(value: Value, node: SchemaNode, setting: ValueSetting): Drawn {
  const href = hrefOf(value, node, setting)
  const drawn = drawPlainly(value, setting)
  return href === undefined ? drawn : { ...drawn, kind: 'link', href }
}

function drawPlainly(value: Value, { language }: ValueSetting): Drawn {
  const words = language.text.data.values
  switch (value.kind) {
    case 'integer': {
      const exact = textOf(value)
      const text = language.format.integer(value.number)
      return { kind: 'number', text, exact: text === exact ? undefined : exact }
    }
    case 'decimal64':
      return { kind: 'number', text: textOf(value) }
    case 'boolean':
      return { kind: 'text', text: value.isTrue ? words.yes : words.no, exact: textOf(value) }
    case 'empty':
      return { kind: 'text', text: words.set, exact: '[null]' }
    case 'enumeration':
      return { kind: 'text', text: value.member.name, meaning: value.member.description }
    case 'bits':
      return value.bits.length === 0 ? { kind: 'nothing', text: words.noBits } : drawBits(value.bits)
    case 'binary':
      return { kind: 'code', text: language.format.bytes(BigInt(value.byteLength)), exact: cut(value.base64) }
    case 'identityref':
      return {
        kind: 'text',
        text: value.identity.name,
        exact: textOf(value),
        meaning: value.identity.description,
      }
    case 'instance-identifier':
      return { kind: 'code', text: cut(textOf(value)) }
    case 'string':
      return drawText(value.text, value.type, language)
  }
}

type Bits = Extract<Value, { kind: 'bits' }>['bits']

function drawBits(bits: Bits): Drawn {
  const meanings = bits.flatMap(({ name, description }) => (description ? [`${name}: ${description}`] : []))
  return {
    kind: 'text',
    text: bits.map(({ name }) => name).join(', '),
    meaning: meanings.length > 0 ? meanings.join('\n') : undefined,
  }
}

const momentPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

function drawText(text: string, type: Type, { format, text: texts }: Language): Drawn {
  if (text === '') return { kind: 'nothing', text: texts.data.values.empty }
  if (type.typedef?.endsWith(':date-and-time') && momentPattern.test(text) && !Number.isNaN(Date.parse(text)))
    return { kind: 'moment', text: format.time(text), exact: text }
  return { kind: 'text', text: cut(text) }
}

function cut(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
}

const secretTypedefs =
  /^(?:iana-crypt-hash|infix-crypto-types|ietf-crypto-types):.*(?:hash|private|symmetric|password)/
const secretNames =
  /^(?:.*[_-])?(?:password|passphrase|secret|psk|pre-shared-key|private-key|cleartext-.*|hidden-.*|key-string|symmetric-key)$/i

/** What the model denies by default, and what is a password or a key by its type or name. */
export function isSecret(node: SchemaNode): boolean {
  if (node.kind !== 'leaf' && node.kind !== 'leaf-list') return false
  if (isDenied(node)) return true
  if (node.type?.typedef && secretTypedefs.test(node.type.typedef)) return true
  const isText = node.type?.base === 'string' || node.type?.base === 'binary' || node.type?.base === 'union'
  return isText && secretNames.test(node.name)
}

function isDenied(node: SchemaNode): boolean {
  for (let at: SchemaNode | undefined = node; at; at = at.parent)
    if (at.access === 'default-deny-all') return true
  return false
}

/** Where a value leads to, if it is one that names another place. */
function hrefOf(value: Value, node: SchemaNode, { model }: ValueSetting): string | undefined {
  if (value.kind === 'instance-identifier') {
    const found = findInstance(model, value.steps)
    return found.kind === 'place' ? `/data${pathOf(found.place)}` : undefined
  }
  const target = leafrefTarget(node.type)
  const place = target && placeOfKey(target, value)
  return place && `/data${pathOf(place)}`
}

function leafrefTarget(type: Type | undefined): SchemaNode | undefined {
  if (type?.base === 'leafref') return type.target
  if (type?.base === 'union') return type.types.map(leafrefTarget).find((target) => target !== undefined)
  return undefined
}

/** The entry that has this key, when its list is the only one with keys on the way and this is its only key. */
function placeOfKey(leaf: SchemaNode, value: Value): Place | undefined {
  const list = dataParent(leaf)
  if (!leaf.isKey || list?.kind !== 'list' || list.keys.length !== 1) return undefined
  const key = valueFromText(textOf(value), leaf)
  if (key.kind === 'misfit') return undefined
  const above = placeWithoutKeys(dataParent(list))
  return above === 'needs-keys' ? undefined : placeBelow(above, list, [key])
}

function placeWithoutKeys(node: SchemaNode | undefined): Place | undefined | 'needs-keys' {
  if (!node) return undefined
  if (node.kind !== 'container') return 'needs-keys'
  const above = placeWithoutKeys(dataParent(node))
  return above === 'needs-keys' ? above : placeBelow(above, node)
}
