import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'
import { z } from 'zod'
import type { FeatureProbe } from './features.ts'
import { builtInProbes } from './probes.ts'
import { resourceValue } from './resource-value.ts'
import { advertises } from './yang-library.ts'

const name = /^[A-Za-z_][A-Za-z0-9_.-]*$/
const key = z.string().min(1).max(64)
/** `module:path` below the data root: names only, so that no query and no other place can be reached. */
const resource = z
  .string()
  .regex(/^[A-Za-z_][\w.-]*:[A-Za-z_][\w.-]*(\/([A-Za-z_][\w.-]*:)?[A-Za-z_][\w.-]*)*$/, {
    error: 'resource is not of the form module:path',
  })
const leaf = z.string().regex(/^[\w.:-]+(\/[\w.:-]+)*$/, { error: 'leaf is not a path of names' })

const declaration = z.union([
  z.strictObject({ key, resource, leaf, equals: z.union([z.string(), z.number(), z.boolean()]) }),
  z.strictObject({ key, module: z.string().regex(name), feature: z.string().regex(name) }),
])
type Declaration = z.infer<typeof declaration>

/**
 * The probes declared in a file: a JSON array (comments allowed) of
 * `{ key, resource, leaf, equals }` or `{ key, module, feature }`.
 * A mistake is thrown as one sentence with its line.
 */
export function parseDeclaredProbes(text: string): readonly FeatureProbe[] {
  const tree = parseJson(text)
  const taken = new Set(builtInProbes.flatMap((probe) => probe.names))
  return (tree.children ?? []).map((node) => {
    const declared = parseDeclaration(text, node)
    if (taken.has(declared.key))
      throw mistake(text, node.offset, `feature "${declared.key}" is declared already`)
    taken.add(declared.key)
    return probeFor(declared)
  })
}

function probeFor(declared: Declaration): FeatureProbe {
  const names = [declared.key]
  if ('module' in declared) {
    const { module, feature } = declared
    return { names, read: async (device) => ({ [declared.key]: await advertises(device, module, feature) }) }
  }
  const { resource, leaf, equals } = declared
  return {
    names,
    async read(device) {
      const found = resourceValue(await device.get(resource), resource, leaf)
      return { [declared.key]: found === equals }
    },
  }
}

function parseJson(text: string): Node {
  const errors: ParseError[] = []
  const tree = parseTree(text, errors, { allowTrailingComma: true })
  const [error] = errors
  if (error) throw mistake(text, error.offset, `not JSON: ${printParseErrorCode(error.error)}`)
  if (tree?.type !== 'array') throw mistake(text, 0, 'expected a list of features')
  return tree
}

function parseDeclaration(text: string, node: Node): Declaration {
  const result = declaration.safeParse(getNodeValue(node))
  if (result.success) return result.data
  const issue = mostTelling(result.error.issues[0])
  const place = issue && findNodeAtLocation(node, issue.path.map(String))
  throw mistake(text, (place ?? node).offset, issue?.message ?? 'not a feature')
}

/** Of the two forms, the one that came closer to fitting is the one that was meant. */
function mostTelling(issue: z.core.$ZodIssue | undefined): z.core.$ZodIssue | undefined {
  if (issue?.code !== 'invalid_union') return issue
  return issue.errors.toSorted((a, b) => a.length - b.length)[0]?.[0]
}

function mistake(text: string, offset: number, what: string): Error {
  const line = text.slice(0, offset).split('\n').length
  return new Error(`line ${line}: ${what}`)
}
