import { isMoment } from '../../data/json-path.ts'
import { findInstance } from '../../data/paths/find-place.ts'
import type { Place } from '../../data/paths/place.ts'
import { referredPlace } from '../../data/paths/referred-place.ts'
import type { DataLeaf } from '../../data/tree/data-leaf.ts'
import { textOf, type Value } from '../../data/values/value.ts'
import type { SchemaNode, Type } from '../../yang/model.ts'
import type { Language } from '../texts/languages.ts'
import type { DataValue } from '../views/data-views.ts'
import { jsonPreview } from './json-preview.ts'
import { addressOf, type PageRoom, type PlaceOptions } from './page-options.ts'
import { isSecret } from './secrets.ts'

const MAX_TEXT = 2_000
/** What there is to say of a value with nothing but a text. */
export const bareValue = {
  exact: undefined,
  units: undefined,
  href: undefined,
  meaning: undefined,
  isDefault: false,
} as const

/** A leaf's value, or one value of a leaf-list, as people read it. */
export function valueView(
  leaf: DataLeaf,
  place: Place | undefined,
  options: PlaceOptions,
  maxText = MAX_TEXT,
): DataValue {
  const { isDefault, node } = leaf
  if (isSecret(node) && !options.showsSecrets) return { ...bareValue, kind: 'secret', text: '', isDefault }
  const { value } = leaf
  if (value.kind === 'misfit')
    return {
      ...bareValue,
      // Where the type itself could not be read, nothing is wrong with the value.
      kind: node.type ? 'misfit' : 'text',
      text: options.room.cut(jsonPreview(leaf.json, MAX_TEXT).replace(/\n */g, ''), maxText),
      isDefault,
    }
  return {
    ...bareValue,
    ...withinRoom(draw({ value, node }, place, options), options.room, maxText),
    units: node.units,
    isDefault,
  }
}

/** Names and descriptions come from the model, which is untrusted, too. */
function withinRoom(drawn: Drawn, room: PageRoom, maxText: number): Drawn {
  const cut = (text: string | undefined) => text && room.cut(text, maxText)
  return {
    ...drawn,
    text: room.cut(drawn.text, maxText),
    ...(drawn.exact && { exact: cut(drawn.exact) }),
    ...(drawn.meaning && { meaning: cut(drawn.meaning) }),
  }
}

type Drawn = Pick<DataValue, 'kind' | 'text'> & Partial<DataValue>

interface Read {
  readonly value: Value
  readonly node: SchemaNode
}

function draw(read: Read, place: Place | undefined, options: PlaceOptions): Drawn {
  const href = hrefOf(read.value, place, options)
  const drawn = drawPlainly(read, options)
  return href === undefined ? drawn : { ...drawn, kind: 'link', href }
}

function drawPlainly({ value, node }: Read, { language }: PlaceOptions): Drawn {
  const words = language.text.data.values
  switch (value.kind) {
    case 'integer':
    case 'decimal64': {
      const exact = textOf(value)
      const text = isAmount(value, node) ? language.format.exact(exact) : exact
      return { kind: 'number', text, exact: text === exact ? undefined : exact }
    }
    case 'boolean':
      return { kind: 'text', text: value.isTrue ? words.yes : words.no, exact: textOf(value) }
    case 'empty':
      return { kind: 'text', text: words.set, exact: '[null]' }
    case 'enumeration':
      return { kind: 'text', text: value.member.name, meaning: value.member.description }
    case 'bits':
      return value.bits.length === 0 ? { kind: 'nothing', text: words.noBits } : drawBits(value.bits)
    case 'binary':
      return {
        kind: 'code',
        text: language.format.bytes(BigInt(value.byteLength)),
        exact: value.base64.slice(0, MAX_TEXT + 1),
      }
    case 'identityref':
      return {
        kind: 'text',
        text: value.identity.name,
        exact: textOf(value),
        meaning: value.identity.description,
      }
    case 'instance-identifier':
      return { kind: 'code', text: textOf(value) }
    case 'string':
      return drawText(value.text, value.type, language)
  }
}

/** What is counted or measured is read in groups of digits. A port, a process or an AS number is a name. */
function isAmount({ kind, type }: Value, { units }: SchemaNode): boolean {
  if (kind === 'decimal64' || type.base === 'int64' || type.base === 'uint64') return true
  return units !== undefined || /:.*(?:counter|gauge|timeticks)/.test(type.typedef ?? '')
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

function drawText(text: string, type: Type, { format, text: texts }: Language): Drawn {
  if (text === '') return { kind: 'nothing', text: texts.data.values.empty }
  if (type.typedef?.endsWith(':date-and-time') && isMoment(text))
    return { kind: 'moment', text: format.time(text), exact: text }
  return { kind: 'text', text }
}

/** The page of the place that a value refers to, if it refers to one. */
function hrefOf(value: Value, place: Place | undefined, options: PlaceOptions): string | undefined {
  if (value.kind !== 'instance-identifier') {
    const referred = place && referredPlace(place, value)
    return referred && addressOf(referred, options)
  }
  const found = findInstance(options.model, value.steps)
  return found.kind === 'place' && found.place ? addressOf(found.place, options) : undefined
}
