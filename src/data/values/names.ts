import type { Bit, EnumValue, Identity } from '../../yang/model.ts'
import type { ConcreteType } from './concrete-types.ts'
import { misfit } from './misfit.ts'
import type { Checked, TypeOf } from './value.ts'

export function enumFromText(text: string, type: TypeOf<'enumeration'>): Checked {
  const member = enums(type).get(text)
  return member ? { kind: 'enumeration', type, member } : misfit({ code: 'unknown-enum' })
}

export function bitsFromText(text: string, type: TypeOf<'bits'>): Checked {
  const known = bits(type)
  const set = new Set<Bit>()
  for (const name of text.split(/[ \t\r\n]+/)) {
    if (name === '') continue
    const bit = known.get(name)
    if (!bit) return misfit({ code: 'unknown-bit', bit: name })
    if (set.has(bit)) return misfit({ code: 'repeated-bit', bit: name })
    set.add(bit)
  }
  return { kind: 'bits', type, bits: [...set].sort((one, other) => one.position - other.position) }
}

/** RFC 7951 section 6.8: a bare name is an identity of the module that the leaf itself is in. */
export function identityFromText(text: string, type: TypeOf<'identityref'>, module: string): Checked {
  const identity = identities(type).get(text.includes(':') ? text : `${module}:${text}`)
  return identity
    ? { kind: 'identityref', type, identity }
    : misfit({ code: 'unknown-identity', bases: type.bases })
}

const enums = indexed((type: TypeOf<'enumeration'>) => byName<EnumValue>(type.values))
const bits = indexed((type: TypeOf<'bits'>) => byName<Bit>(type.bits))

/** The identities that derive from every base. A base itself is not a value (RFC 7950 section 9.10). */
const identities = indexed(({ bases }: TypeOf<'identityref'>) => {
  const [first, ...others] = bases
  const derived = others.reduce(
    (common, { derived }) => common.intersection(new Set(derived)),
    new Set<Identity>(first?.derived),
  )
  return new Map([...derived].map((identity) => [`${identity.module}:${identity.name}`, identity]))
})

function byName<Named extends { readonly name: string }>(named: readonly Named[]): Map<string, Named> {
  return new Map(named.map((each) => [each.name, each]))
}

/** Indexes each type once: some types have hundreds of names, and thousands of leaves use them. */
function indexed<Type extends ConcreteType, Index>(indexOf: (type: Type) => Index): (type: Type) => Index {
  const remembered = new WeakMap<Type, Index>()
  return (type) => {
    const known = remembered.get(type)
    if (known !== undefined) return known
    const index = indexOf(type)
    remembered.set(type, index)
    return index
  }
}
