import { findNodeAtLocation, getNodeValue, type Node } from 'jsonc-parser'
import { z } from 'zod'
import { isObject } from './json-path.ts'

/** One feature as an operator declares it: a leaf that must equal a value, or a feature of a YANG module. */
export type Declaration = z.infer<typeof ofLeaf> | z.infer<typeof ofModule>

const yangName = /^[A-Za-z_][\w.-]*$/
/** `module:path` below the data root: names only, so that no query and no other place can be reached. */
const resourceName = /^[A-Za-z_][\w.-]*:[A-Za-z_][\w.-]*(\/([A-Za-z_][\w.-]*:)?[A-Za-z_][\w.-]*)*$/
const leafPath = /^[\w.:-]+(\/[\w.:-]+)*$/

const text = (pattern: RegExp, error: string) => z.string({ error }).regex(pattern, { error })
const key = text(
  /^\p{L}[\p{L}\p{N} ._-]{0,63}$/u,
  'is not a name of at most 64 letters, digits, blanks, . _ -',
)

const ofLeaf = z.strictObject({
  key,
  resource: text(resourceName, 'is not of the form module:path'),
  leaf: text(leafPath, 'is not a path of names'),
  equals: z.union([z.string(), z.number(), z.boolean()], { error: 'is not a text, a number, true or false' }),
})

const ofModule = z.strictObject({
  key,
  module: text(yangName, 'is not the name of a module'),
  feature: text(yangName, 'is not the name of a feature'),
})

export type DeclarationOutcome =
  | { readonly kind: 'declaration'; readonly declaration: Declaration }
  /** Where in the text, and one sentence. */
  | { readonly kind: 'mistake'; readonly offset: number; readonly what: string }

/** Reads one entry of the list. */
export function readDeclaration(node: Node): DeclarationOutcome {
  const value: unknown = getNodeValue(node)
  const twice = memberGivenTwice(node)
  if (!isObject(value)) return mistake(node, 'a feature is an object in braces')
  if (twice) return mistake(twice, `${JSON.stringify(twice.value)} is given twice`)

  const result = ('module' in value || 'feature' in value ? ofModule : ofLeaf).safeParse(value)
  if (result.success) return { kind: 'declaration', declaration: result.data }
  return explain(node, value, result.error.issues)
}

function explain(node: Node, value: object, issues: readonly z.core.$ZodIssue[]): DeclarationOutcome {
  const [stranger] = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []))
  if (stranger !== undefined)
    return mistake(memberOf(node, stranger), `${JSON.stringify(stranger)} does not belong here`)

  const [issue] = issues
  const member = String(issue?.path[0])
  if (!Object.hasOwn(value, member)) return mistake(node, `"${member}" is missing`)
  return mistake(memberOf(node, member), `"${member}" ${issue?.message}`)
}

/** Where the value of a member stands; where the whole stands when there is no such member. */
export function memberOf(node: Node, member: string): Node {
  return findNodeAtLocation(node, [member]) ?? node
}

function mistake({ offset }: Node, what: string): DeclarationOutcome {
  return { kind: 'mistake', offset, what }
}

function memberGivenTwice({ children = [] }: Node): Node | undefined {
  const names = children.flatMap(({ children: [name] = [] }) => name ?? [])
  return names.find((name, index) => names.findIndex(({ value }) => value === name.value) < index)
}
