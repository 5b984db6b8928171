import type { ModuleText } from './library.ts'
import type { Limits } from './limits.ts'
import { ReadingBudget, readStatements } from './read-statements.ts'
import { BrokenText } from './scanner.ts'
import { argumentOf, Source, type Statement } from './statement.ts'
import type { Warnings } from './warnings.ts'
import type { Work } from './work.ts'

/** A text that could be read. */
export interface ReadModule {
  /** Its `module` or `submodule` statement. */
  readonly root: Statement
  readonly name: string
  /** The newest revision in the text. */
  readonly revision: string | undefined
}

/** By name, newest revision first. */
export type ReadModules = ReadonlyMap<string, readonly ReadModule[]>

/** Reads all texts within the limits. A text that is broken or too long is a warning. */
export function* readTexts(
  texts: readonly ModuleText[],
  limits: Limits,
  warnings: Warnings,
): Work<ReadModules> {
  const budget = new ReadingBudget(limits)
  const byName = new Map<string, ReadModule[]>()
  let room = limits.totalLength
  for (const { name, text } of texts.slice(0, limits.modules)) {
    if (text.length > limits.textLength || text.length > room) {
      warnings.about(name, tooLong(text, limits))
      continue
    }
    room -= text.length
    const read = yield* readText(new Source(text, name), budget, warnings)
    if (read) insert(byName, read, warnings)
    yield
  }
  const others = texts.length - limits.modules
  if (others > 0) warnings.about('', `${others} texts are left out: at most ${limits.modules} are read`)
  for (const revisions of byName.values()) revisions.sort(byNewestRevision)
  return byName
}

function tooLong(text: string, { textLength, totalLength }: Limits): string {
  return text.length > textLength
    ? `left out: ${text.length} characters, and at most ${textLength} are read`
    : `left out: all texts together have more than ${totalLength} characters`
}

function* readText(source: Source, budget: ReadingBudget, warnings: Warnings): Work<ReadModule | undefined> {
  try {
    const { root, oddity } = yield* readStatements(source, budget)
    return describe(root, oddity, warnings)
  } catch (error) {
    if (!(error instanceof BrokenText)) throw error
    warnings.about(source.name, `left out: ${error.message}`, source.lineAt(error.offset))
    return undefined
  }
}

function describe(root: Statement, oddity: number | undefined, warnings: Warnings): ReadModule | undefined {
  const { source, keyword, argument: name } = root
  if ((keyword !== 'module' && keyword !== 'submodule') || name === '') {
    warnings.at(root, 'left out: this is neither a module nor a submodule')
    return undefined
  }
  source.name = name
  if (oddity !== undefined && argumentOf(root, 'yang-version') === '1.1') {
    const text = 'an escape or a quote that YANG 1.1 does not allow; it is taken as written'
    warnings.about(name, text, source.lineAt(oddity))
  }
  return { root, name, revision: newestRevision(root) }
}

function newestRevision(root: Statement): string | undefined {
  let newest: string | undefined
  for (const { keyword, argument } of root.children) {
    if (keyword === 'revision' && (newest === undefined || argument > newest)) newest = argument
  }
  return newest
}

function insert(byName: Map<string, ReadModule[]>, read: ReadModule, warnings: Warnings) {
  const known = byName.get(read.name)
  if (!known) byName.set(read.name, [read])
  else if (!known.some(({ revision }) => revision === read.revision)) known.push(read)
  else warnings.at(read.root, 'left out: there is another text of this name and revision')
}

function byNewestRevision(one: ReadModule, other: ReadModule): number {
  const [a = '', b = ''] = [one.revision, other.revision]
  if (a === b) return 0
  return a < b ? 1 : -1
}
