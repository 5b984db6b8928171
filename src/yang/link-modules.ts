import type { Library } from './library.ts'
import type { ReadModule, ReadModules } from './read-texts.ts'
import { argumentOf, childrenOf, type Module, type Statement } from './statement.ts'
import { brief, type Warnings } from './warnings.ts'
import type { Work } from './work.ts'

/**
 * Makes modules from the texts: the modules that the library lists as implemented, in its order, then their imports.
 * Other texts are not part of the model.
 */
export function* linkModules(
  read: ReadModules,
  library: Library,
  warnings: Warnings,
): Work<readonly Module[]> {
  const linker = new Linker(read, library, warnings)
  for (const { name, revision, isImplemented, features } of library.modules) {
    if (isImplemented) linker.addImplemented(name, revision, features)
  }
  // Imports are added to the list during the loop, and bring their own imports.
  for (const module of linker.modules) {
    linker.linkImports(module)
    yield
  }
  return linker.modules
}

class Linker {
  readonly modules: Module[] = []
  readonly #read: ReadModules
  readonly #warnings: Warnings
  /** The revisions that the library names, by module or submodule. */
  readonly #named = new Map<string, string>()
  readonly #implemented = new Map<string, Module>()
  /** By `name@revision`. */
  readonly #importOnly = new Map<string, Module>()
  readonly #missing = new Set<string>()

  constructor(read: ReadModules, library: Library, warnings: Warnings) {
    this.#read = read
    this.#warnings = warnings
    for (const { name, revision, submodules = [] } of library.modules) {
      for (const named of [{ name, revision }, ...submodules]) {
        if (named.revision !== undefined) this.#named.set(named.name, named.revision)
      }
    }
  }

  addImplemented(name: string, revision: string | undefined, features: readonly string[]) {
    if (this.#implemented.has(name)) return
    const text = this.#find(name, 'module', revision)
    if (!text) {
      this.#missing.add(name)
      this.#warnings.about(name, 'left out: there is no text for this module')
      return
    }
    if (revision !== undefined && text.revision !== revision) {
      const found = text.revision ? `revision ${text.revision}` : 'no revision'
      this.#warnings.at(text.root, `the device has revision ${brief(revision)}, this text ${found}`)
    }
    this.#implemented.set(name, this.#make(text, features))
  }

  /** What the prefixes mean in the module's text and in each of its submodules' texts. */
  linkImports(module: Module) {
    for (const root of module.roots) {
      const own = argumentOf(belongsTo(root) ?? root, 'prefix') ?? ''
      const imports = new Map([[own, module]])
      const prefixes = new Map([[own, module.name]])
      for (const statement of childrenOf(root, 'import')) {
        const prefix = argumentOf(statement, 'prefix') ?? ''
        if (prefixes.has(prefix)) continue
        const imported = this.#imported(statement)
        // The prefix is kept even if its module is missing, because it says which module is meant.
        prefixes.set(prefix, statement.argument)
        if (imported) imports.set(prefix, imported)
      }
      root.source.imports = imports
      root.source.prefixes = prefixes
    }
  }

  #imported(statement: Statement): Module | undefined {
    const name = statement.argument
    const wanted = argumentOf(statement, 'revision-date')
    const implemented = this.#implemented.get(name)
    if (implemented && (wanted === undefined || wanted === implemented.revision)) return implemented
    const text = this.#find(name, 'module', wanted ?? this.#named.get(name))
    if (!text || (implemented && text.revision !== wanted)) return implemented ?? this.#warnMissing(statement)
    const key = `${name}@${text.revision}`
    const known = this.#importOnly.get(key)
    if (known) return known
    if (wanted !== undefined && text.revision !== wanted) {
      this.#warnings.at(
        statement,
        `revision ${brief(wanted)} of "${brief(name)}" is not there; another one is used`,
      )
    }
    const made = this.#make(text, undefined)
    this.#importOnly.set(key, made)
    return made
  }

  /** Warns once for each name, even if a hundred modules import it. */
  #warnMissing(statement: Statement): undefined {
    const name = statement.argument
    if (this.#missing.has(name)) return
    this.#missing.add(name)
    this.#warnings.at(statement, `"${brief(name)}" is missing; what needs it is left out`)
  }

  /** The wanted revision, or the newest one when that is not there. */
  #find(name: string, keyword: 'module' | 'submodule', wanted: string | undefined): ReadModule | undefined {
    const candidates = this.#read.get(name)?.filter(({ root }) => root.keyword === keyword) ?? []
    return candidates.find(({ revision }) => revision === wanted) ?? candidates[0]
  }

  #make({ root, name, revision }: ReadModule, features: readonly string[] | undefined): Module {
    const roots = [root, ...this.#submodules(root)]
    const module = {
      name,
      revision,
      namespace: argumentOf(root, 'namespace') ?? '',
      prefix: argumentOf(root, 'prefix') ?? '',
      isImplemented: features !== undefined,
      features: new Set(features),
      roots,
      definitions: new Map(roots.flatMap(({ definitions }) => [...(definitions ?? [])])),
    }
    for (const part of roots) part.source.module = module
    this.modules.push(module)
    return module
  }

  /** The submodules that a text includes, directly and indirectly, each once. */
  #submodules(root: Statement): readonly Statement[] {
    const found: Statement[] = []
    const asked = new Set<string>()
    for (const include of childrenOf(root, 'include')) this.#include(include, root, asked, found)
    for (const part of found) {
      for (const include of childrenOf(part, 'include')) this.#include(include, root, asked, found)
    }
    return found
  }

  #include(include: Statement, root: Statement, asked: Set<string>, found: Statement[]) {
    const { argument: name } = include
    if (asked.has(name)) return
    asked.add(name)
    const wanted = argumentOf(include, 'revision-date') ?? this.#named.get(name)
    const part = this.#find(name, 'submodule', wanted)?.root
    if (!part)
      this.#warnings.at(include, `the submodule "${brief(name)}" is missing; what it defines is left out`)
    else if (belongsTo(part)?.argument !== root.argument || part.source.module) {
      this.#warnings.at(
        include,
        `"${brief(name)}" is not a submodule of this module, or belongs to another revision of it`,
      )
    } else found.push(part)
  }
}

function belongsTo(submodule: Statement): Statement | undefined {
  return submodule.children.find(({ keyword }) => keyword === 'belongs-to')
}
