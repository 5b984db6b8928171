import { type CompileOptions, compileModel } from '../../src/yang/compile.ts'
import type { Model, SchemaNode } from '../../src/yang/model.ts'

export interface CompileYang extends CompileOptions {
  /** Supported features, by module. */
  readonly features?: Readonly<Record<string, readonly string[]>>
  /** The implemented modules; all that are given unless it is set. */
  readonly implemented?: readonly string[]
}

/** Compiles module texts. A text may leave out namespace and prefix: `module a { … }` gets its own name for both. */
export function compileYang(texts: readonly string[], options: CompileYang = {}): Model {
  const complete = texts.map(withHeader)
  const names = complete.flatMap((text) => /^\s*module ([\w.-]+)/.exec(text)?.[1] ?? [])
  const { features = {}, implemented = names } = options
  const modules = [...new Set(implemented)].map((name) => ({
    name,
    revision: undefined,
    isImplemented: true,
    features: features[name] ?? [],
  }))
  return compileModel(
    { texts: complete.map((text) => ({ name: 'text', text })), library: { modules } },
    options,
  )
}

/** The node at a path of `name`, or of `module:name` where that is not the first module: `/a/b`. */
export function nodeAt(model: Model, path: string): SchemaNode | undefined {
  let nodes = model.roots
  let found: SchemaNode | undefined
  for (const step of path.split('/').slice(1)) {
    found = nodes.find(({ module, name }) => step === name || step === `${module}:${name}`)
    nodes = found?.children ?? []
  }
  return found
}

/** All paths of the tree, in its order. */
export function pathsOf({ roots }: Pick<Model, 'roots'>): readonly string[] {
  const below = (node: SchemaNode, above: string): readonly string[] => {
    const path = `${above}/${node.name}`
    return [path, ...node.children.flatMap((child) => below(child, path))]
  }
  return roots.flatMap((root) => below(root, ''))
}

/** What the model warns of, each as `module:line text`. */
export function warningsOf({ warnings }: Model): readonly string[] {
  return warnings.map(({ module, line, text }) => `${module}:${line} ${text}`)
}

function withHeader(text: string): string {
  const [, head = '', name = ''] = /^(\s*module ([\w.-]+) \{)/.exec(text) ?? []
  if (head === '' || /\bnamespace\b/.test(text)) return text
  return `${head} yang-version 1.1; namespace "urn:${name}"; prefix ${name};${text.slice(head.length)}`
}
