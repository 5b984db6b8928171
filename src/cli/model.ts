import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Command } from '../config.ts'
import { matchesPattern } from '../data/patterns/pattern.ts'
import { patternWarnings } from '../data/patterns/pattern-warnings.ts'
import { inWords, readText } from '../files.ts'
import { settingsFile } from '../settings/environment-file.ts'
import { type Flag, readFlag, StrayWord, takeFlags, WrongSetting } from '../settings/flags.ts'
import { text } from '../settings/readers.ts'
import { compileModel } from '../yang/compile.ts'
import type { Library, ModuleText } from '../yang/library.ts'
import type { Model, ModelWarning } from '../yang/model.ts'
import { printModel } from '../yang/print.ts'
import { finish } from '../yang/work.ts'
import { deviceFlags, readDevice } from './model-of-device.ts'
import { escapeInvisible, printable } from './print.ts'

const sources: Flag<readonly ModuleText[]> = {
  flag: '--sources',
  value: 'FOLDER',
  example: './yang',
  help: 'the folder with the texts of the modules, files that end in .yang',
  read: readSources,
}
const library: Flag<Library> = {
  flag: '--library',
  value: 'FILE',
  example: './library.json',
  help: 'the modules that are implemented: [{"name": "…", "rev": "…", "features": ["…"]}, …]',
  read: readLibrary,
}
const summary: Flag<unknown> = {
  flag: '--summary',
  value: 'switch',
  example: '1',
  isSwitch: true,
  help: 'print figures for people instead of a line a node',
  read: text,
}

const ownFlags = [sources, library, summary]

/** What the short names in a line mean. */
const legend = [
  'It prints a line of JSON for each node of the model, then one for each identity. What a node does not have is left out:',
  '',
  '  p         path, each step with its module',
  '  k         kind: container, list, leaf, leaf-list, choice, case, rpc, action, input, output, notification, anydata, anyxml',
  '  c         rw: configuration; ro: state; i, o: inside the input or output of an operation; n: inside a notification; -: neither',
  '  s         status: current, deprecated, obsolete',
  '  m         1: mandatory',
  '  pres      1: the container means something by being there',
  '  key       1: key of its list; keyless: a list without keys; user: entries are ordered by the user',
  '  min, max  how many entries; uniq: how many unique statements',
  '  t         type, down to a built-in one, with ranges, lengths, patterns, enums, bits; leafref-> the type it leads to',
  '  tn        name of the typedef; empty when the type is built in or narrows it',
  '  d, u      default values, units',
  '  musts     how many must statements; w: the texts of when; dsc: 1 when there is a description',
  '',
  '  ident     an identity, as module:name; n: how many are derived from it',
]

/** `portico model`: prints how Portico compiles YANG modules, as lines that can be compared with another compiler's. */
export const modelCommand: Command = {
  flags: [...ownFlags, settingsFile, ...deviceFlags],
  usage: '--restconf URL | --sources FOLDER --library FILE [FLAGS]',
  notes: [
    'Takes a device, or a folder and a list of modules. User name and password come from PORTICO_USERNAME and PORTICO_PASSWORD, or are asked for at a terminal.',
    'What could not be resolved, and what is missing, goes to standard error. Exit status: 0 printed, 1 the device gives no model, 2 a wrong setting, 130 ended by Ctrl-C.',
    '',
    ...legend,
  ].join('\n'),
  async run(args, env, print) {
    const { texts, rest } = takeFlags(args, ownFlags)
    const before = performance.now()
    const read =
      texts.has(sources.flag) || texts.has(library.flag)
        ? readFiles(texts, rest)
        : await readDevice(rest, env)
    if (typeof read === 'number') return read
    const ms = performance.now() - before
    const isForPeople = texts.has(summary.flag)
    if (isForPeople) print(describe(read.model, ms))
    else for (const lines of inBatches(printModel(read.model))) print(lines)
    // Trying each pattern takes as long as compiling the model.
    const ofPatterns = isForPeople ? finish(patternWarnings(read.model)) : []
    const warnings = [...read.model.warnings, ...ofPatterns].map(describeWarning)
    for (const problem of [...read.missing, ...warnings]) console.error(printable(problem))
    return 0
  },
}

function readFiles(texts: ReadonlyMap<string, string>, [stranger]: readonly string[]) {
  if (stranger !== undefined) throw new StrayWord(stranger)
  const given = { texts: required(sources, texts), library: required(library, texts) }
  return { model: compileModel(given, { matches: matchesPattern }), missing: [] }
}

function required<Value>(flag: Flag<Value>, given: ReadonlyMap<string, string>): Value {
  const value = given.get(flag.flag)
  if (value === undefined) throw WrongSetting.of(flag, 'is missing')
  return readFlag(flag, value)
}

function readSources(folder: string): readonly ModuleText[] {
  const names = namesIn(folder)
  if (names.length === 0) throw new Error(`${folder} has no file that ends in .yang`)
  return names.map((name) => ({ name, text: readText(join(folder, name)) }))
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.yang'))
      .sort()
  } catch (error) {
    throw inWords(folder, error)
  }
}

const libraryForm = z.array(
  z.object({ name: z.string(), rev: z.string().optional(), features: z.array(z.string()).default([]) }),
)

function readLibrary(file: string): Library {
  const read = libraryForm.safeParse(parseJson(file))
  if (!read.success) throw new Error(`${file} is not a list of {"name", "rev", "features"}`)
  const modules = read.data.map(({ name, rev, features }) => ({
    name,
    revision: rev,
    features,
    isImplemented: true,
  }))
  return { modules }
}

function parseJson(file: string): unknown {
  const content = readText(file)
  try {
    return JSON.parse(content)
  } catch {
    throw new Error(`${file} is not JSON`)
  }
}

function describe({ modules, nodeCount, identities, warnings }: Model, ms: number): string {
  const implemented = [...modules.values()].filter(({ isImplemented }) => isImplemented).length
  const { format } = new Intl.NumberFormat('en')
  const rows = [
    ['modules', `${format(modules.size)}, of which ${format(implemented)} are implemented`],
    [
      'nodes',
      `${format(nodeCount)}, from containers down to leaves, operations and notifications among them`,
    ],
    ['identities', format(identities.size)],
    ['warnings', `${format(warnings.length)}, on standard error: what could not be resolved`],
    ['time', `${format(Math.round(ms))} ms to read and compile`],
    ['memory', `${(heapBytes() / 2 ** 20).toFixed(1)} MiB of this process afterwards`],
  ]
  return rows.map(([name = '', value]) => `${name.padEnd(12)}${value}`).join('\n')
}

/** Measured after a garbage collection. */
function heapBytes(): number {
  Bun.gc(true)
  return process.memoryUsage().heapUsed
}

/** In characters. A small text of a device can describe gigabytes of lines: groupings repeat what is in them. */
const BATCH_LENGTH = 256 * 1024

function* inBatches(lines: Iterable<string>): Generator<string, void> {
  let batch: string[] = []
  let length = 0
  for (const line of lines) {
    batch.push(escapeInvisible(line))
    length += line.length
    if (length < BATCH_LENGTH) continue
    yield batch.join('\n')
    batch = []
    length = 0
  }
  if (batch.length > 0) yield batch.join('\n')
}

function describeWarning({ module, line, text }: ModelWarning): string {
  const where = line > 0 ? `${module}:${line}` : module
  return where === '' ? text : `${where}: ${text}`
}
