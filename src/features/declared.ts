import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'
import { z } from 'zod'
import { isObject, listOf, valueAt } from '../data/json-path.ts'
import { advertises, builtInProbes, type FeatureProbe } from './features.ts'
import { type ShortcutIcon, shortcutIcons } from './shortcut-icons.ts'

/** A link to another application, shown to sessions that have the feature. */
export interface Shortcut {
  readonly feature: string
  readonly title: string
  readonly icon: ShortcutIcon
  /** `{host}` in it is the host name that the browser used. */
  readonly url: string
  /** The name in `/auth/NAME`, which a proxy asks before it lets a browser through to the application. */
  readonly auth: string | undefined
}

/** What an operator declares: features to look for at login, and their shortcuts. */
export interface DeclaredFeatures {
  readonly probes: readonly FeatureProbe[]
  readonly shortcuts: readonly Shortcut[]
}

/**
 * The features declared in a file: a JSON array (comments allowed) of
 * `{ key, resource, leaf, equals }` or `{ key, module, feature }`, each with a `shortcut` if it has one.
 * A mistake is thrown as one sentence with its line.
 */
export function parseDeclaredFeatures(text: string): DeclaredFeatures {
  const declarations = parseDeclarations(text)
  const shortcuts = declarations.flatMap(({ key, shortcut }) => {
    if (!shortcut) return []
    const { auth, icon = 'external-link', ...rest } = shortcut
    return [{ ...rest, feature: key, icon, auth }]
  })
  return { probes: declarations.map(probeFor), shortcuts }
}

function parseDeclarations(text: string): readonly Declaration[] {
  const taken = new Set(builtInProbes.flatMap((probe) => probe.names))
  const authNames = new Set(['console', 'network-browser'])
  return parseList(text).map((node) => {
    const outcome = readDeclaration(node)
    if (outcome.kind === 'mistake') throw mistake(text, outcome.offset, outcome.what)
    const { key } = outcome.declaration
    if (taken.has(key))
      throw mistake(text, memberOf(node, 'key').offset, `feature "${key}" is declared already`)
    taken.add(key)
    const auth = outcome.declaration.shortcut?.auth
    if (auth !== undefined && authNames.has(auth))
      throw mistake(text, node.offset, `/auth/${auth} is declared already`)
    if (auth !== undefined) authNames.add(auth)
    return outcome.declaration
  })
}

function probeFor(declared: Declaration): FeatureProbe {
  const { key } = declared
  if ('module' in declared) {
    const { module, feature } = declared
    return {
      names: [key],
      module,
      read: async (device) => ({ [key]: await advertises(device, module, feature) }),
    }
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
  if (error) throw mistake(text, error.offset, `not JSON: ${inPlainWords(printParseErrorCode(error.error))}`)
  if (tree?.type !== 'array') throw mistake(text, 0, 'expected a list of features')
  return tree.children ?? []
}

/** Turns `CloseBraceExpected` into "close brace expected". */
function inPlainWords(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase()
}

function mistake(text: string, offset: number, what: string): Error {
  const line = text.slice(0, offset).split('\n').length
  return new Error(`line ${line}: ${what}`)
}

/** One feature as an operator declares it: a leaf that must equal a value, or a feature of a YANG module. */
type Declaration = z.infer<typeof ofLeaf> | z.infer<typeof ofModule>

const yangName = /^[A-Za-z_][\w.-]*$/
/** `module:path` below the data root: names only, so that no query and no other place can be reached. */
const resourceName = /^[A-Za-z_][\w.-]*:[A-Za-z_][\w.-]*(\/([A-Za-z_][\w.-]*:)?[A-Za-z_][\w.-]*)*$/
const leafPath = /^[\w.:-]+(\/[\w.:-]+)*$/

const text = (pattern: RegExp, error: string) => z.string({ error }).regex(pattern, { error })
const key = text(
  /^\p{L}[\p{L}\p{N} ._-]{0,63}$/u,
  'is not a name of at most 64 letters, digits, blanks, . _ -',
)

const badAddress = '"url" is not an address like https://{host}:8443/'
const shortcut = z
  .strictObject(
    {
      title: text(/^\P{C}{1,40}$/u, '"title" is not a text of 1 to 40 characters'),
      icon: z.enum(shortcutIcons, { error: `"icon" is none of ${shortcutIcons.join(', ')}` }).optional(),
      url: z.string({ error: badAddress }).refine(isWebAddress, { error: badAddress }),
      auth: text(/^[a-z][a-z0-9-]{0,31}$/, '"auth" is not a name of small letters, digits and -').optional(),
    },
    { error: 'is not an object in braces' },
  )
  .optional()

function isWebAddress(value: unknown): boolean {
  const address = typeof value === 'string' ? value.replaceAll('{host}', 'host') : ''
  return /^https?:\/\/[^/{}\s]+/.test(address) && !/[{}\s]/.test(address) && URL.canParse(address)
}

const ofLeaf = z.strictObject({
  key,
  shortcut,
  resource: text(resourceName, 'is not of the form module:path'),
  leaf: text(leafPath, 'is not a path of names'),
  equals: z.union([z.string(), z.number(), z.boolean()], { error: 'is not a text, a number, true or false' }),
})

const ofModule = z.strictObject({
  key,
  shortcut,
  module: text(yangName, 'is not the name of a module'),
  feature: text(yangName, 'is not the name of a feature'),
})

type DeclarationOutcome =
  | { readonly kind: 'declaration'; readonly declaration: Declaration }
  /** A mistake: its offset in the text, and one sentence. */
  | { readonly kind: 'mistake'; readonly offset: number; readonly what: string }

/** Reads one entry of the list. */
function readDeclaration(node: Node): DeclarationOutcome {
  const value: unknown = getNodeValue(node)
  const twice = memberGivenTwice(node)
  if (!isObject(value)) return wrong(node, 'a feature is an object in braces')
  if (twice) return wrong(twice, `${JSON.stringify(twice.value)} is given twice`)

  const result = ('module' in value || 'feature' in value ? ofModule : ofLeaf).safeParse(value)
  if (result.success) return { kind: 'declaration', declaration: result.data }
  return explain(node, value, result.error.issues)
}

function explain(node: Node, value: object, issues: readonly z.core.$ZodIssue[]): DeclarationOutcome {
  const unknown = issues.find((issue) => issue.code === 'unrecognized_keys')
  const [unknownName] = unknown?.keys ?? []
  if (unknown && unknownName !== undefined) {
    const isInShortcut = unknown.path[0] === 'shortcut'
    const parent = isInShortcut ? memberOf(node, 'shortcut') : node
    const allowed = isInShortcut
      ? 'a shortcut has "title", "url", "icon" and "auth"'
      : 'a feature has "key", "resource", "leaf" and "equals", or "key", "module" and "feature", and maybe a "shortcut"'
    return wrong(
      memberOf(parent, unknownName),
      `${JSON.stringify(unknownName)} does not belong here: ${allowed}`,
    )
  }

  const [issue] = issues
  const [member = '', inShortcut] = (issue?.path ?? []).map(String)
  if (!Object.hasOwn(value, member)) return wrong(node, `"${member}" is missing`)
  const valueNode = memberOf(node, member)
  if (inShortcut === undefined) return wrong(valueNode, `"${member}" ${issue?.message}`)
  const inner = findNodeAtLocation(valueNode, [inShortcut])
  return inner ? wrong(inner, `${issue?.message}`) : wrong(valueNode, `the shortcut has no "${inShortcut}"`)
}

/** The offset of a member's value, or of the whole entry when there is no such member. */
function memberOf(node: Node, member: string): Node {
  return findNodeAtLocation(node, [member]) ?? node
}

function wrong({ offset }: Node, what: string): DeclarationOutcome {
  return { kind: 'mistake', offset, what }
}

function memberGivenTwice({ children = [] }: Node): Node | undefined {
  const names = children.flatMap(({ children: [name] = [] }) => name ?? [])
  return names.find((name, index) => names.findIndex(({ value }) => value === name.value) < index)
}

/**
 * The leaf below a resource in a device's answer. RFC 8040 answers with the resource alone, named `module:name`;
 * rousette nests the answer from the top-level container. Both are understood.
 */
export function resourceValue(body: unknown, resource: string, leaf: string): unknown {
  const path = resource.split('/')
  const below = leaf.split('/')
  return follow(body, [...path, ...below]) ?? follow(body, [lastNode(path), ...below])
}

/** A node belongs to the last module named in its path. */
function lastNode(path: readonly string[]): string {
  const [module] = path.findLast((step) => step.includes(':'))?.split(':') ?? []
  return `${module}:${path.at(-1)?.replace(/^.*:/, '')}`
}

/** Follows the path; a list with one entry stands for that entry. */
function follow(data: unknown, path: readonly string[]): unknown {
  return path.reduce((value, step) => {
    const entries = listOf(value)
    return valueAt(entries.length === 1 ? entries[0] : value, [step])
  }, data)
}
