import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { type Declaration, memberOf, readDeclaration } from './declaration.ts'
import type { FeatureProbe } from './features.ts'
import { builtInProbes } from './probes.ts'
import { resourceValue } from './resource-value.ts'
import { advertises } from './yang-library.ts'

/**
 * The probes declared in a file: a JSON array (comments allowed) of
 * `{ key, resource, leaf, equals }` or `{ key, module, feature }`.
 * A mistake is thrown as one sentence with its line.
 */
export function parseDeclaredProbes(text: string): readonly FeatureProbe[] {
  const taken = new Set(builtInProbes.flatMap((probe) => probe.names))
  return parseList(text).map((node) => {
    const outcome = readDeclaration(node)
    if (outcome.kind === 'mistake') throw mistake(text, outcome.offset, outcome.what)
    const { key } = outcome.declaration
    if (taken.has(key))
      throw mistake(text, memberOf(node, 'key').offset, `feature "${key}" is declared already`)
    taken.add(key)
    return probeFor(outcome.declaration)
  })
}

function probeFor(declared: Declaration): FeatureProbe {
  const { key } = declared
  if ('module' in declared) {
    const { module, feature } = declared
    return { names: [key], read: async (device) => ({ [key]: await advertises(device, module, feature) }) }
  }
  const { resource, leaf, equals } = declared
  return {
    names: [key],
    async read(device) {
      return { [key]: resourceValue(await device.get(resource), resource, leaf) === equals }
    },
  }
}

function parseList(text: string): readonly Node[] {
  const errors: ParseError[] = []
  const tree = parseTree(text, errors, { allowTrailingComma: true })
  const [error] = errors
  if (error) throw mistake(text, error.offset, `not JSON: ${printParseErrorCode(error.error)}`)
  if (tree?.type !== 'array') throw mistake(text, 0, 'expected a list of features')
  return tree.children ?? []
}

function mistake(text: string, offset: number, what: string): Error {
  const line = text.slice(0, offset).split('\n').length
  return new Error(`line ${line}: ${what}`)
}
