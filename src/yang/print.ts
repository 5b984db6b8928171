import type { Identity, Model, Pattern, Range, SchemaNode, Type } from './model.ts'
import { statedRanges } from './ranges.ts'

/**
 * The model as lines of JSON, one a node in the order of the tree, then one an identity. Short names, so that the
 * lines of two compilers can be compared: `p` path, `k` kind, `c` use, `s` status, `m` mandatory, `t`
 * type, `tn` the typedef's name, `d` defaults, `u` units, `w` the texts of `when`, `dsc` has a description.
 */
export function* printModel({ roots, identities }: Model): Generator<string, void> {
  for (const root of roots) yield* printNode(root, '')
  const counts = countDerived([...identities.values()])
  for (const [ident, identity] of identities) yield JSON.stringify({ ident, n: counts.get(identity) ?? 0 })
}

function* printNode(node: SchemaNode, above: string): Generator<string, void> {
  const path = `${above}/${node.module}:${node.name}`
  yield JSON.stringify(describe(node, path))
  for (const child of node.children) yield* printNode(child, path)
}

/** Undefined members are left out of the line. */
function describe(node: SchemaNode, path: string) {
  const { kind, type } = node
  return {
    p: path,
    k: kind,
    c: useOf(node),
    s: node.status,
    m: flag(node.mandatory),
    pres: flag(node.presence !== undefined),
    key: flag(node.isKey),
    keyless: flag(kind === 'list' && node.keys.length === 0),
    user: flag(node.isUserOrdered),
    min: node.minElements || undefined,
    max: node.maxElements,
    uniq: node.unique.length || undefined,
    d: node.defaults.length > 0 ? node.defaults : undefined,
    u: node.units,
    t: type && writeType(type),
    tn: type && nameOf(type),
    musts: node.musts.length || undefined,
    w: node.whens.length > 0 ? node.whens.map(({ text }) => text) : undefined,
    dsc: flag(node.description !== undefined),
  }
}

/** If the leaf narrows its typedef, its values are not those of the typedef. */
function nameOf({ typedef, isNarrowed }: Type): string {
  return isNarrowed ? '' : (typedef?.split(':')[1] ?? '')
}

function flag(isSet: boolean): 1 | undefined {
  return isSet ? 1 : undefined
}

const operations: ReadonlySet<string> = new Set(['rpc', 'action', 'input', 'output', 'notification'])

function useOf({ kind, use }: SchemaNode): string {
  if (operations.has(kind)) return '-'
  return use === 'rw' || use === 'ro' ? use : use.charAt(0)
}

function writeType(type: Type): string {
  switch (type.base) {
    case 'string':
      return `string${writeRanges(type.lengths)}${type.patterns.map(writePattern).join('')}`
    case 'binary':
      return `binary${writeRanges(type.lengths)}`
    case 'decimal64':
      return `decimal64.${type.fractionDigits}${writeRanges(statedRanges(type))}`
    case 'enumeration':
      return `enumeration(${type.values.map(({ name, value }) => `${name}=${value},`).join('')})`
    case 'bits':
      return `bits(${type.bits.map(({ name, position }) => `${name}=${position},`).join('')})`
    case 'identityref':
      return `identityref(${type.bases.map(({ module, name }) => `${module}:${name}`).join(',')})`
    case 'leafref':
      return `leafref${required(type)}->${type.type ? writeType(type.type) : '?'}`
    case 'instance-identifier':
      return `instance-identifier${required(type)}`
    case 'union':
      return `union(${type.types.map(writeType).join(' | ')})`
    case 'boolean':
    case 'empty':
      return type.base
    default:
      return `${type.base}${writeRanges(statedRanges(type))}`
  }
}

function writeRanges(ranges: readonly Range[] = []): string {
  if (ranges.length === 0) return ''
  return `[${ranges.map(({ min, max }) => (min === max ? `${min}` : `${min}..${max}`)).join('|')}]`
}

function writePattern({ text, isInverted }: Pattern): string {
  return `{${isInverted ? '!' : ''}${text}}`
}

function required({ requireInstance }: { readonly requireInstance: boolean }): string {
  return requireInstance ? '' : '(no)'
}

/** How many identities derive from each, those that the device does not support included. */
function countDerived(identities: readonly Identity[]): ReadonlyMap<Identity, number> {
  const counts = new Map<Identity, number>()
  for (const identity of identities) {
    const ancestors = new Set(identity.bases)
    for (const ancestor of ancestors) for (const base of ancestor.bases) ancestors.add(base)
    ancestors.delete(identity)
    for (const ancestor of ancestors) counts.set(ancestor, (counts.get(ancestor) ?? 0) + 1)
  }
  return counts
}
