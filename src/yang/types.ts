import { isBuiltIn, makeBuiltIn, restrict, type TypesInput, unnamed } from './built-in-types.ts'
import type { Limits } from './limits.ts'
import type { Type } from './model.ts'
import { argumentOf, childrenOf, findChild, findDefinition, moduleOf, type Statement } from './statement.ts'
import { brief } from './warnings.ts'
import type { Work } from './work.ts'

/** A resolved `type` statement. */
export interface ResolvedType {
  /** Undefined when it could not be resolved. */
  readonly type: Type | undefined
  /** The `default` of the nearest typedef that has one, and its `units`. */
  readonly default: Statement | undefined
  readonly units: string | undefined
}

const unknown: ResolvedType = { type: undefined, default: undefined, units: undefined }

/** Resolves `type` statements to built-in types, each once. */
export class Types {
  readonly #input: TypesInput
  readonly #limits: Limits
  readonly #types = new Map<Statement, ResolvedType>()
  readonly #typedefs = new Map<Statement, ResolvedType>()
  /** The unions that are being resolved: one inside itself is a circle. */
  readonly #unions = new Set<Statement>()

  constructor(input: TypesInput, limits: Limits) {
    this.#input = input
    this.#limits = limits
  }

  *resolve(statement: Statement): Work<ResolvedType> {
    const known = this.#types.get(statement)
    if (known) return known
    const resolved = yield* this.#resolve(statement)
    this.#types.set(statement, resolved)
    return resolved
  }

  *#resolve(statement: Statement): Work<ResolvedType> {
    if (statement.argument === 'union') return { ...unknown, type: yield* this.#makeUnion(statement) }
    if (isBuiltIn(statement.argument)) return { ...unknown, type: makeBuiltIn(statement, this.#input) }
    const typedef = this.#findTypedef(statement)
    if (!typedef) return unknown
    const resolved = this.#restrict(yield* this.#resolveTypedef(typedef), statement)
    if (!resolved.type || statement.children.length === 0) return resolved
    return { ...resolved, type: { ...resolved.type, isNarrowed: true } }
  }

  /** Follows typedefs to the built-in type, then names and restricts it on the way back. */
  *#resolveTypedef(first: Statement): Work<ResolvedType> {
    const chain = new Set<Statement>()
    let typedef: Statement | undefined = first
    let resolved: ResolvedType | undefined
    while (typedef && !resolved) {
      resolved = this.#typedefs.get(typedef) ?? this.#refuse(typedef, chain)
      if (resolved) break
      chain.add(typedef)
      const type = findChild(typedef, 'type')
      if (type && isBuiltIn(type.argument)) resolved = yield* this.resolve(type)
      typedef = type && this.#findTypedef(type)
      yield
    }
    resolved ??= unknown
    for (const link of [...chain].reverse()) {
      resolved = this.#define(link, resolved)
      this.#typedefs.set(link, resolved)
      yield
    }
    return resolved
  }

  #refuse(typedef: Statement, chain: ReadonlySet<Statement>): ResolvedType | undefined {
    const { typedefs } = this.#limits
    if (!chain.has(typedef) && chain.size < typedefs) return undefined
    const because = chain.has(typedef) ? 'leads back to itself' : `comes after more than ${typedefs} others`
    this.#input.warnings.at(typedef, `typedef "${brief(typedef.argument)}" ${because}`)
    return unknown
  }

  /** The type that a typedef makes from its base type. */
  #define(typedef: Statement, base: ResolvedType): ResolvedType {
    const statement = findChild(typedef, 'type')
    const { type } = statement && !isBuiltIn(statement.argument) ? this.#restrict(base, statement) : base
    const name = `${moduleOf(typedef).name}:${typedef.argument}`
    return {
      type: type && { ...type, typedef: name, typedefDescription: argumentOf(typedef, 'description') },
      default: findChild(typedef, 'default') ?? base.default,
      units: argumentOf(typedef, 'units') ?? base.units,
    }
  }

  #restrict(resolved: ResolvedType, statement: Statement): ResolvedType {
    if (!resolved.type || statement.children.length === 0) return resolved
    return { ...resolved, type: restrict(resolved.type, statement, this.#input) }
  }

  #findTypedef(statement: Statement): Statement | undefined {
    const typedef = isBuiltIn(statement.argument) ? undefined : findDefinition('typedef', statement)
    if (!typedef && !isBuiltIn(statement.argument)) {
      this.#input.warnings.undefinedName(statement, 'type')
    }
    return typedef
  }

  /** Members of inner unions become members of this one, in order. */
  *#makeUnion(statement: Statement): Work<Type | undefined> {
    const { warnings } = this.#input
    const { nesting, unionMembers } = this.#limits
    if (this.#unions.has(statement) || this.#unions.size >= nesting) {
      warnings.at(statement, 'this union contains itself, or too many others inside each other')
      return undefined
    }
    this.#unions.add(statement)
    const members: Type[] = []
    for (const child of childrenOf(statement, 'type')) {
      const { type } = yield* this.resolve(child)
      yield
      if (type) members.push(...(type.base === 'union' ? type.types : [type]))
      if (members.length > unionMembers) break
    }
    this.#unions.delete(statement)
    if (members.length > unionMembers)
      warnings.at(statement, `only the first ${unionMembers} members of this union count`)
    return { ...unnamed, base: 'union', types: members.slice(0, unionMembers) }
  }
}
