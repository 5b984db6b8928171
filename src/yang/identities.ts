import type { Features } from './features.ts'
import type { Limits } from './limits.ts'
import type { Identity } from './model.ts'
import { argumentOf, childrenOf, type Module, resolveName, type Statement } from './statement.ts'
import { readStatus } from './status.ts'
import { brief, type Warnings } from './warnings.ts'
import type { Work } from './work.ts'

/** By `module:name`. */
export type Identities = ReadonlyMap<string, Identity>

interface OpenIdentity extends Identity {
  readonly bases: OpenIdentity[]
  readonly derived: OpenIdentity[]
}

export interface IdentitiesInput {
  readonly modules: readonly Module[]
  readonly features: Features
  readonly warnings: Warnings
  readonly limits: Limits
}

/** The identities of all modules, import-only ones included, each with its bases and what derives from it. */
export function* linkIdentities({ modules, features, warnings, limits }: IdentitiesInput): Work<Identities> {
  const identities = new Map<string, OpenIdentity>()
  const statements = new Map<OpenIdentity, Statement>()
  for (const module of modules) {
    for (const statement of module.roots.flatMap((root) => childrenOf(root, 'identity'))) {
      const key = `${module.name}:${statement.argument}`
      if (identities.has(key)) continue
      const identity = readIdentity(module, statement, features)
      identities.set(key, identity)
      statements.set(identity, statement)
    }
    yield
  }
  for (const [identity, statement] of statements) {
    for (const base of childrenOf(statement, 'base')) addBase(identity, base, identities, warnings)
    yield
  }
  yield* linkDerived([...identities.values()], { warnings, limits })
  return identities
}

/** The identity that `prefix:name` means where it is written. */
export function findIdentity<T extends Identity>(
  identities: ReadonlyMap<string, T>,
  statement: Statement,
  name = statement.argument,
): T | undefined {
  const resolved = resolveName(statement, name)
  return resolved && identities.get(`${resolved.module.name}:${resolved.name}`)
}

function readIdentity(module: Module, statement: Statement, features: Features): OpenIdentity {
  return {
    module: module.name,
    name: statement.argument,
    bases: [],
    derived: [],
    isSupported: module.isImplemented && features.allow(statement.children),
    status: readStatus(argumentOf(statement, 'status')),
    description: argumentOf(statement, 'description'),
  }
}

function addBase(
  identity: OpenIdentity,
  statement: Statement,
  identities: ReadonlyMap<string, OpenIdentity>,
  warnings: Warnings,
) {
  const base = findIdentity(identities, statement)
  if (base) identity.bases.push(base)
  else warnings.undefinedName(statement, 'identity')
}

/** Fills in, for every identity, all identities that derive from it. */
function* linkDerived(
  identities: readonly OpenIdentity[],
  { warnings, limits }: Pick<IdentitiesInput, 'warnings' | 'limits'>,
): Work<void> {
  let room = limits.derivations
  for (const identity of identities) {
    const ancestors = ancestorsOf(identity)
    const { module, name } = identity
    room -= ancestors.size
    if (room < 0) {
      warnings.about(
        module,
        `from identity "${brief(name)}" on it is left out what derives from what: it is too much`,
      )
      return
    }
    if (ancestors.has(identity)) warnings.about(module, `identity "${brief(name)}" derives from itself`)
    for (const ancestor of ancestors) {
      if (identity.isSupported && ancestor !== identity) ancestor.derived.push(identity)
    }
    yield
  }
}

/** All its direct and indirect bases, up to about a thousand. In a circle, they include itself. */
function ancestorsOf({ bases }: OpenIdentity): ReadonlySet<OpenIdentity> {
  const found = new Set(bases)
  for (const ancestor of found) {
    if (found.size > 1_000) break
    for (const base of ancestor.bases) found.add(base)
  }
  return found
}
