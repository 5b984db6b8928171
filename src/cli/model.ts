import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Command } from '../config.ts'
import { inWords, readText } from '../files.ts'
import { type Flag, readFlag, takeFlags, WrongSetting } from '../settings/flags.ts'
import { text } from '../settings/readers.ts'
import { compileModel } from '../yang/compile.ts'
import type { Library, ModuleText } from '../yang/library.ts'
import type { Model, ModelWarning } from '../yang/model.ts'
import { printModel } from '../yang/print.ts'
import { deviceFlags, readDevice } from './model-of-device.ts'

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
  help: 'print figures for people instead of the nodes',
  read: text,
}

const ownFlags = [sources, library, summary]

/** `portico model`: what Portico makes of YANG modules, as lines that can be held against another compiler's. */
export const modelCommand: Command = {
  flags: [...ownFlags, ...deviceFlags],
  notes: [
    'Takes a folder and a list of modules, or a device: --restconf URL, with PORTICO_USERNAME and PORTICO_PASSWORD, or a terminal.',
    'Prints a line of JSON for each node and each identity. What could not be resolved goes to standard error.',
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
    if (texts.has(summary.flag)) print(describe(read.model, ms))
    else print([...printModel(read.model)].join('\n'))
    for (const problem of read.missing) console.error(problem)
    for (const warning of read.model.warnings) console.error(describeWarning(warning))
    return 0
  },
}

function readFiles(texts: ReadonlyMap<string, string>, [stranger]: readonly string[]) {
  if (stranger !== undefined)
    throw new WrongSetting(`${stranger}: there is no such flag of model; --help lists them`)
  const given = { texts: required(sources, texts), library: required(library, texts) }
  return { model: compileModel(given), missing: [] }
}

function required<Value>(flag: Flag<Value>, given: ReadonlyMap<string, string>): Value {
  const value = given.get(flag.flag)
  if (value === undefined) throw WrongSetting.of(flag, 'is missing')
  return readFlag(flag, value)
}

function readSources(folder: string): readonly ModuleText[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.yang'))
    if (names.length === 0) throw new Error(`${folder}: there is no file in it that ends in .yang`)
    return names.sort().map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
  } catch (error) {
    throw inWords(folder, error)
  }
}

const libraryForm = z.array(
  z.object({ name: z.string(), rev: z.string().optional(), features: z.array(z.string()).default([]) }),
)

function readLibrary(file: string): Library {
  const read = libraryForm.safeParse(parseJson(file))
  if (!read.success) throw new Error(`${file} is no list of {"name", "rev", "features"}`)
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
    ['nodes', format(nodeCount)],
    ['identities', format(identities.size)],
    ['warnings', format(warnings.length)],
    ['time', `${format(Math.round(ms))} ms`],
    ['memory', `${(heapBytes() / 2 ** 20).toFixed(1)} MiB`],
  ]
  return rows.map(([name = '', value]) => `${name.padEnd(12)}${value}`).join('\n')
}

/** After what is no longer needed has gone. */
function heapBytes(): number {
  Bun.gc(true)
  return process.memoryUsage().heapUsed
}

function describeWarning({ module, line, text }: ModelWarning): string {
  const place = line > 0 ? `${module}:${line}` : module
  return place === '' ? text : `${place}: ${text}`
}
