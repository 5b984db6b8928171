/** A device's compiled modules: the tree of all its data, operations and notifications. */
export interface Model {
  /** By name: the modules that were compiled, import-only ones included. */
  readonly modules: ReadonlyMap<string, ModelModule>
  /** The top of the tree: data nodes, RPCs and notifications of the implemented modules. */
  readonly roots: readonly SchemaNode[]
  /** By `module:name`. */
  readonly identities: ReadonlyMap<string, Identity>
  /** What could not be read or resolved. The rest of the model works. */
  readonly warnings: readonly ModelWarning[]
  readonly nodeCount: number
}

export interface ModelModule {
  readonly name: string
  /** The newest revision in the module's text; undefined when it names none. */
  readonly revision: string | undefined
  readonly namespace: string
  readonly prefix: string
  /** False for a module that only lends its types and groupings to others. */
  readonly isImplemented: boolean
  readonly description: string | undefined
  readonly organization: string | undefined
}

export interface ModelWarning {
  readonly module: string
  /** The line in the module's text, from 1; 0 for the module as a whole. */
  readonly line: number
  readonly text: string
}

export type NodeKind =
  | 'container'
  | 'list'
  | 'leaf'
  | 'leaf-list'
  | 'choice'
  | 'case'
  | 'anydata'
  | 'anyxml'
  | 'rpc'
  | 'action'
  | 'input'
  | 'output'
  | 'notification'

/** `rw` configuration, `ro` state; `input`, `output` and `notification` inside of those. */
export type NodeUse = 'rw' | 'ro' | 'input' | 'output' | 'notification'

export type Status = 'current' | 'deprecated' | 'obsolete'

/** One node of the model. Fields that do not apply to its kind are undefined, empty or false. */
export interface SchemaNode {
  readonly kind: NodeKind
  readonly name: string
  /** The module whose namespace the node is in: for a node of a grouping, the module that uses it. */
  readonly module: string
  readonly parent: SchemaNode | undefined
  /** Choices and cases are nodes of their own: see `dataChildren` for what stands in data. */
  readonly children: readonly SchemaNode[]
  readonly use: NodeUse
  readonly status: Status
  readonly description: string | undefined
  readonly reference: string | undefined
  readonly mandatory: boolean
  /** Of a container: the text of its `presence`. */
  readonly presence: string | undefined
  /** Of a list: the names of its key leaves, in order. Empty for a list without keys. */
  readonly keys: readonly string[]
  /** True for a leaf that is a key of its list. */
  readonly isKey: boolean
  /** As stated. For state the device may ignore it (RFC 7950 section 7.7.7). */
  readonly isUserOrdered: boolean
  readonly minElements: number
  readonly maxElements: number | undefined
  /** Of a list: each `unique`, as paths of leaves below the entry. */
  readonly unique: readonly (readonly string[])[]
  /** Of a leaf and a leaf-list. */
  readonly type: Type | undefined
  /** Canonical defaults of a leaf or leaf-list; of a choice, the name of its default case. */
  readonly defaults: readonly string[]
  readonly units: string | undefined
  readonly musts: readonly Condition[]
  /** The node's own conditions, and those of the uses and augment that brought it. A case keeps its own. */
  readonly whens: readonly Condition[]
  /** From the `nacm` extensions, only on the node that states one: secret by default, or write-protected. */
  readonly access: 'default-deny-all' | 'default-deny-write' | undefined
}

/** The XPath text of a `must` or `when`, with its prefixes and context. */
export interface Condition {
  readonly text: string
  /** The module that each prefix means where the text is written. */
  readonly prefixes: ReadonlyMap<string, string>
  /** The module of names without a prefix. */
  readonly module: string
  /** True when the text is evaluated at the node's parent (`when` of a uses or augment). */
  readonly isAboutParent: boolean
  readonly errorMessage: string | undefined
  readonly errorAppTag: string | undefined
}

export interface Identity {
  readonly module: string
  readonly name: string
  readonly bases: readonly Identity[]
  /** All supported identities that derive from it, directly or indirectly. */
  readonly derived: readonly Identity[]
  /** False when its module is import-only or its `if-feature` does not hold: it is not a valid value then. */
  readonly isSupported: boolean
  readonly status: Status
  readonly description: string | undefined
}

export interface Range {
  readonly min: bigint
  readonly max: bigint
}

export interface Pattern {
  /** A regular expression of XML Schema, anchored at both ends. */
  readonly text: string
  readonly isInverted: boolean
  readonly errorMessage: string | undefined
}

export interface EnumValue {
  readonly name: string
  readonly value: number
  readonly status: Status
  readonly description: string | undefined
}

export interface Bit {
  readonly name: string
  readonly position: number
  readonly status: Status
  readonly description: string | undefined
}

export type IntegerBase = 'int8' | 'int16' | 'int32' | 'int64' | 'uint8' | 'uint16' | 'uint32' | 'uint64'

/** A type resolved to a built-in one. `ranges` are the restriction in force, never empty for numbers. */
export type Type = TypeName &
  (
    | { readonly base: IntegerBase; readonly ranges: readonly Range[] }
    /** Ranges are in units of the last digit: 1.5 with two digits is 150. */
    | { readonly base: 'decimal64'; readonly fractionDigits: number; readonly ranges: readonly Range[] }
    | {
        readonly base: 'string'
        readonly lengths: readonly Range[]
        readonly patterns: readonly Pattern[]
      }
    | { readonly base: 'binary'; readonly lengths: readonly Range[] }
    | { readonly base: 'boolean' }
    | { readonly base: 'empty' }
    | { readonly base: 'enumeration'; readonly values: readonly EnumValue[] }
    | { readonly base: 'bits'; readonly bits: readonly Bit[] }
    | { readonly base: 'identityref'; readonly bases: readonly Identity[] }
    | { readonly base: 'instance-identifier'; readonly requireInstance: boolean }
    | {
        readonly base: 'leafref'
        readonly path: Condition
        readonly requireInstance: boolean
        /** The leaf it leads to; undefined when it leads nowhere. */
        readonly target: SchemaNode | undefined
        /** The type of its values, at the end of a chain of leafrefs; never a leafref itself. */
        readonly type: Type | undefined
      }
    | { readonly base: 'union'; readonly types: readonly Type[] }
  )

export interface TypeName {
  /** The typedef it was named by, as `module:name`; undefined for a built-in type. */
  readonly typedef: string | undefined
  /** The typedef's description. */
  readonly typedefDescription: string | undefined
  /** True when the leaf allows less than the typedef does. */
  readonly isNarrowed?: boolean
}
