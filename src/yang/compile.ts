import { setDefaults } from './defaults.ts'
import { expand } from './expand.ts'
import { Features } from './features.ts'
import { finishNodes } from './finish-nodes.ts'
import { linkIdentities } from './identities.ts'
import { typeLeaves } from './leaf-types.ts'
import { resolveLeafrefs } from './leafrefs.ts'
import type { Library, ModuleText } from './library.ts'
import { limits as defaultLimits, type Limits } from './limits.ts'
import { linkModules } from './link-modules.ts'
import type { Model, ModelModule, Pattern } from './model.ts'
import { readTexts } from './read-texts.ts'
import { argumentOf, forgetStatements, type Module } from './statement.ts'
import { Types } from './types.ts'
import { Warnings } from './warnings.ts'
import { finish, finishInSlices, type Work } from './work.ts'

export interface CompileInput {
  /** The texts of modules and submodules, those that are only imported included. */
  readonly texts: readonly ModuleText[]
  /** What the device says it runs. */
  readonly library: Library
}

export interface CompileOptions {
  readonly limits?: Partial<Limits>
  /** Whether a text matches a pattern, used only for defaults of unions. Without it, every text matches. */
  readonly matches?: (text: string, pattern: Pattern) => boolean
}

/** Compiles a device's modules in one go. */
export function compileModel(input: CompileInput, options: CompileOptions = {}): Model {
  return finish(compile(input, options))
}

/** {@link compileModel} as work in steps, so that other requests are answered in between. */
export function compileModelInSlices(
  input: CompileInput,
  options: CompileOptions & { readonly sliceMs?: number; readonly signal?: AbortSignal } = {},
): Promise<Model> {
  return finishInSlices(compile(input, options), options)
}

export function* compile({ texts, library }: CompileInput, options: CompileOptions): Work<Model> {
  const limits: Limits = { ...defaultLimits, ...options.limits }
  const warnings = new Warnings(limits.warnings)
  const features = new Features(warnings)
  const read = yield* readTexts(texts, limits, warnings)
  const modules = yield* linkModules(read, library, warnings)
  const identities = yield* linkIdentities({ modules, features, warnings, limits })
  const { roots, made } = yield* expand({ modules, features, warnings, limits })
  yield* finishNodes(made, warnings)
  const leaves = yield* typeLeaves(made, new Types({ features, warnings, identities }, limits))
  yield* resolveLeafrefs({ roots, leaves, warnings, limits })
  yield* setDefaults(leaves, { identities, warnings, matches: options.matches ?? (() => true) })
  const model: Model = {
    modules: describeModules(modules),
    roots,
    identities,
    warnings: warnings.list,
    nodeCount: made.length,
  }
  yield* forgetStatements([...read.values()].flatMap((revisions) => revisions.map(({ root }) => root)))
  return model
}

/** By name. If there are two revisions of a module, the implemented one counts. */
function describeModules(modules: readonly Module[]): ReadonlyMap<string, ModelModule> {
  const described = new Map<string, ModelModule>()
  for (const { name, revision, namespace, prefix, isImplemented, roots } of modules) {
    if (described.has(name)) continue
    const [main] = roots
    const description = main && argumentOf(main, 'description')
    const organization = main && argumentOf(main, 'organization')
    described.set(name, { name, revision, namespace, prefix, isImplemented, description, organization })
  }
  return described
}
