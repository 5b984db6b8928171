import type { SchemaNode } from '../../yang/model.ts'
import type { Json, JsonKind } from '../json/json.ts'
import { isArray, kindOf } from '../json/json.ts'
import { binaryFromText } from './binary.ts'
import type { ConcreteType } from './concrete-types.ts'
import { concreteTypes } from './concrete-types.ts'
import { readInstance } from './instance-identifier.ts'
import type { Misfit } from './misfit.ts'
import { misfit } from './misfit.ts'
import { bitsFromText, enumFromText, identityFromText } from './names.ts'
import { decimalFromText, integerFromNumber, integerFromText } from './numbers.ts'
import { stringFromText } from './strings.ts'
import type { Checked } from './value.ts'

/** The parts of a leaf or leaf-list that reading a value needs: its type, and the module of bare identities. */
export type Typed = Pick<SchemaNode, 'type' | 'module'>

/** Reads a value as RFC 7951 writes it. In a union the JSON kind counts: 5 and "5" fit different members. */
export function valueFromJson(json: Json, { type, module }: Typed): Checked {
  return firstThatFits(concreteTypes(type), (concrete) => fromJson(json, concrete, module))
}

/** Reads a value from a key in a path or a field in a form. In a union, the first member that accepts it counts. */
export function valueFromText(text: string, { type, module }: Typed): Checked {
  return firstThatFits(concreteTypes(type), (concrete) => fromText(text, concrete, module))
}

function firstThatFits(types: readonly ConcreteType[], read: (type: ConcreteType) => Checked): Checked {
  const misfits: Misfit[] = []
  for (const type of types) {
    const checked = read(type)
    if (checked.kind !== 'misfit') return checked
    misfits.push(checked)
  }
  const [only, ...others] = misfits
  return only && others.length === 0 ? only : misfit({ code: 'no-member-fits', misfits })
}

function fromJson(json: Json, type: ConcreteType, module: string): Checked {
  switch (type.base) {
    case 'int8':
    case 'int16':
    case 'int32':
    case 'uint8':
    case 'uint16':
    case 'uint32':
      return typeof json === 'number' ? integerFromNumber(json, type) : wrongKind('number', json)
    case 'boolean':
      return typeof json === 'boolean' ? { kind: 'boolean', type, isTrue: json } : wrongKind('boolean', json)
    case 'empty':
      return isArray(json) && json.length === 1 && json[0] === null
        ? { kind: 'empty', type }
        : wrongKind('[null]', json)
    default:
      return typeof json === 'string' ? fromText(json, type, module) : wrongKind('string', json)
  }
}

function wrongKind(expected: JsonKind | '[null]', json: Json): Misfit {
  return misfit({ code: 'wrong-json-type', expected, found: kindOf(json) })
}

function fromText(text: string, type: ConcreteType, module: string): Checked {
  switch (type.base) {
    case 'decimal64':
      return decimalFromText(text, type)
    case 'string':
      return stringFromText(text, type)
    case 'binary':
      return binaryFromText(text, type)
    case 'boolean':
      if (text !== 'true' && text !== 'false') return misfit({ code: 'not-a-boolean' })
      return { kind: 'boolean', type, isTrue: text === 'true' }
    case 'empty':
      return text === '' ? { kind: 'empty', type } : misfit({ code: 'not-empty' })
    case 'enumeration':
      return enumFromText(text, type)
    case 'bits':
      return bitsFromText(text, type)
    case 'identityref':
      return identityFromText(text, type, module)
    case 'instance-identifier': {
      const steps = readInstance(text)
      return steps
        ? { kind: 'instance-identifier', type, steps }
        : misfit({ code: 'bad-instance-identifier' })
    }
    default:
      return integerFromText(text, type)
  }
}
