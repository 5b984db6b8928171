import type {
  Identity,
  IntegerBase,
  Model,
  NodeKind,
  Pattern,
  Range,
  SchemaNode,
  Type,
} from '../../src/yang/model.ts'

/** A compiled model by hand: small nodes and types for tests that need no YANG text. */
const unnamed = { typedef: undefined, typedefDescription: undefined }

const bits = { int8: 8, int16: 16, int32: 32, int64: 64, uint8: 8, uint16: 16, uint32: 32, uint64: 64 }

export function integer(base: IntegerBase, ...ranges: readonly (readonly [number, number])[]): Type {
  const size = BigInt(bits[base])
  const whole = base.startsWith('u')
    ? { min: 0n, max: 2n ** size - 1n }
    : { min: -(2n ** (size - 1n)), max: 2n ** (size - 1n) - 1n }
  return { ...unnamed, base, ranges: ranges.length > 0 ? rangesOf(ranges) : [whole] }
}

export function decimal64(fractionDigits: number, ...ranges: readonly Range[]): Type {
  const whole = { min: -(2n ** 63n), max: 2n ** 63n - 1n }
  return { ...unnamed, base: 'decimal64', fractionDigits, ranges: ranges.length > 0 ? ranges : [whole] }
}

export function string({
  lengths = [],
  patterns = [],
}: {
  readonly lengths?: readonly (readonly [number, number])[]
  readonly patterns?: readonly (string | Pattern)[]
} = {}): Type {
  return { ...unnamed, base: 'string', lengths: rangesOf(lengths), patterns: patterns.map(patternOf) }
}

function patternOf(pattern: string | Pattern): Pattern {
  return typeof pattern === 'string' ? { text: pattern, isInverted: false, errorMessage: undefined } : pattern
}

export function binary(...lengths: readonly (readonly [number, number])[]): Type {
  return { ...unnamed, base: 'binary', lengths: rangesOf(lengths) }
}

export const boolean: Type = { ...unnamed, base: 'boolean' }
export const empty: Type = { ...unnamed, base: 'empty' }
export const instanceIdentifier: Type = { ...unnamed, base: 'instance-identifier', requireInstance: false }

export function enumeration(...names: readonly string[]): Type {
  const values = names.map((name, value) => ({
    name,
    value,
    status: 'current' as const,
    description: undefined,
  }))
  return { ...unnamed, base: 'enumeration', values }
}

/** In the order of their positions. */
export function bitsType(...names: readonly string[]): Type {
  const bits = names.map((name, position) => ({
    name,
    position,
    status: 'current' as const,
    description: undefined,
  }))
  return { ...unnamed, base: 'bits', bits }
}

export function union(...types: readonly Type[]): Type {
  return { ...unnamed, base: 'union', types }
}

export function leafref(target: SchemaNode | undefined): Type {
  const path = {
    text: '../x',
    prefixes: new Map<string, string>(),
    module: 'm',
    isAboutParent: false,
    errorMessage: undefined,
    errorAppTag: undefined,
  }
  return { ...unnamed, base: 'leafref', path, requireInstance: true, target, type: target?.type }
}

export function identityref(...bases: readonly Identity[]): Type {
  return { ...unnamed, base: 'identityref', bases }
}

/** An identity and all that derive from it, as `module:name`. */
export function identity(name: string, derived: readonly Identity[] = []): Identity {
  const [module = '', bare = ''] = name.split(':')
  const all = [...new Set(derived.flatMap((each) => [each, ...each.derived]))]
  return {
    module,
    name: bare,
    bases: [],
    derived: all,
    isSupported: true,
    status: 'current',
    description: undefined,
  }
}

function rangesOf(ranges: readonly (readonly [number, number])[]): readonly Range[] {
  return ranges.map(([min, max]) => ({ min: BigInt(min), max: BigInt(max) }))
}

type Fields = Partial<Omit<SchemaNode, 'kind' | 'name' | 'module' | 'parent' | 'children'>>

/** A node still without its parent: `modelOf` gives it one. */
export interface Sketch extends Fields {
  readonly kind: NodeKind
  /** With its module where that is not the parent's: `m:name`. */
  readonly name: string
  readonly below: readonly Sketch[]
}

export function leaf(name: string, type: Type, fields: Fields = {}): Sketch {
  return { kind: 'leaf', name, type, below: [], ...fields }
}

export function leafList(name: string, type: Type, fields: Fields = {}): Sketch {
  return { kind: 'leaf-list', name, type, below: [], ...fields }
}

export function container(name: string, below: readonly Sketch[], fields: Fields = {}): Sketch {
  return { kind: 'container', name, below, ...fields }
}

/** `keys` by name, one or several separated by spaces; empty for a list without. */
export function list(name: string, keys: string, below: readonly Sketch[], fields: Fields = {}): Sketch {
  return { kind: 'list', name, keys: keys.split(' ').filter(Boolean), below, ...fields }
}

export function other(kind: NodeKind, name: string, below: readonly Sketch[] = []): Sketch {
  return { kind, name, below }
}

export function modelOf(roots: readonly Sketch[]): Model {
  const nodes = roots.map((root) => nodeOf(root))
  const names = new Set(nodes.flatMap(modulesIn))
  return {
    modules: new Map([...names].map((name) => [name, moduleOf(name)])),
    roots: nodes,
    identities: new Map(),
    warnings: [],
    nodeCount: 0,
  }
}

function moduleOf(name: string) {
  return {
    name,
    revision: '2026-01-01',
    namespace: `urn:${name}`,
    prefix: name,
    isImplemented: true,
    description: undefined,
    organization: undefined,
  }
}

function modulesIn(node: SchemaNode): readonly string[] {
  return [node.module, ...node.children.flatMap(modulesIn)]
}

/** A node on its own, or below its parent. */
export function nodeOf(sketch: Sketch, parent?: SchemaNode): SchemaNode {
  const { below, name, ...fields } = sketch
  const [module, bare] = name.includes(':') ? name.split(':') : [parent?.module, name]
  const children: SchemaNode[] = []
  const node: SchemaNode = {
    use: parent?.use ?? 'rw',
    ...plain,
    ...fields,
    name: bare ?? '',
    module: module ?? 'm',
    parent,
    isKey: parent?.keys.includes(bare ?? '') ?? false,
    children,
  }
  for (const child of below) children.push(nodeOf(child, node))
  return node
}

const plain = {
  status: 'current',
  description: undefined,
  reference: undefined,
  mandatory: false,
  presence: undefined,
  keys: [],
  isUserOrdered: false,
  minElements: 0,
  maxElements: undefined,
  unique: [],
  type: undefined,
  defaults: [],
  units: undefined,
  musts: [],
  whens: [],
  access: undefined,
} as const
