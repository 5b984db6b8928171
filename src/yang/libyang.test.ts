import { beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import {
  differencesBetween,
  type LineDifference,
  type ModelLines,
  parseModelLines,
} from '../../test/support/libyang-lines.ts'
import { compileModel } from './compile.ts'
import type { Model } from './model.ts'
import { printModel } from './print.ts'

const folder = '../shared/yang'
const isThere = existsSync(`${folder}/infix.json`)
if (!isThere) console.log(`left out: ${folder} is not here, so nothing is compared with libyang`)

describe.skipIf(!isThere)('the modules of Infix OS, compiled', () => {
  let model: Model
  let ours: ModelLines
  let theirs: ModelLines
  let differences: readonly LineDifference[]
  let namingTypedefs: ReadonlySet<string>

  beforeAll(() => {
    const texts = readdirSync(`${folder}/infix`).map((name) => ({
      name,
      text: readFileSync(`${folder}/infix/${name}`, 'utf8'),
    }))
    const library: { name: string; rev: string; features: string[] }[] = JSON.parse(
      readFileSync(`${folder}/infix.json`, 'utf8'),
    )
    const modules = library.map(({ rev, ...module }) => ({ ...module, revision: rev, isImplemented: true }))
    model = compileModel({ texts, library: { modules } })
    ours = parseModelLines([...printModel(model)].join('\n'))
    theirs = parseModelLines(readFileSync(`${folder}/infix.compiled.jsonl`, 'utf8'))
    differences = differencesBetween(ours, theirs)
    namingTypedefs = typedefsThatOnlyName(texts.map(({ text }) => text).join('\n'))
  })

  test('give no warning', () => expect(model.warnings).toEqual([]))

  test('differ from what libyang makes of them only in what is explained', () => {
    expect(differences.filter((difference) => !isExplained(difference))).toEqual([])
  })

  test('lack what libyang adds: nine cases that hold nothing, one structure and its own mount points', () => {
    const missing = differences.filter(({ field }) => field === 'line').map(({ name }) => name)
    expect(missing.filter((name) => isEmptyCase(name))).toHaveLength(9)
    expect(missing.filter((name) => isStructure(name))).toHaveLength(6)
    expect(missing.filter((name) => isMountPoint(name))).toHaveLength(14)
    expect(missing).toHaveLength(29)
    expect(missing.filter((name) => ours.has(name))).toEqual([])
  })

  /** The list of differences that are right: the README beside the models. */
  function isExplained({ name, field, ours: our, theirs: their }: LineDifference): boolean {
    const line = ours.get(name)
    switch (field) {
      case 'line':
        return our === undefined && (isEmptyCase(name) || isStructure(name) || isMountPoint(name))
      case 'user':
        return their === 1 && line?.c !== 'rw' && line?.c !== 'i'
      case 'm':
        return their === 1 && (line?.k === 'container' ? holdsMandatory(name) : (line?.min ?? 0) > 0)
      case 'tn':
        // A typedef of a leafref is nothing that libyang can share among leaves, so it forgets the name.
        return line?.t?.includes('leafref') === true || namingTypedefs.has(`${our}`)
      default:
        return false
    }
  }

  function isEmptyCase(name: string): boolean {
    return theirs.get(name)?.k === 'case' && ![...theirs.keys()].some((other) => other.startsWith(`${name}/`))
  }

  function holdsMandatory(name: string): boolean {
    return [...ours].some(([below, { m, min = 0 }]) => below.startsWith(`${name}/`) && (m === 1 || min > 0))
  }
})

function isStructure(name: string): boolean {
  return name.startsWith('/ietf-netconf:rpc-error')
}

function isMountPoint(name: string): boolean {
  return name.startsWith('/ietf-yang-schema-mount:')
}

/** Those that give another type a name and restrict nothing. */
function typedefsThatOnlyName(text: string): ReadonlySet<string> {
  return new Set(
    [...text.matchAll(/typedef\s+([\w.-]+)\s*\{\s*type\s+[\w:.-]+\s*;/g)].map(([, name = '']) => name),
  )
}
