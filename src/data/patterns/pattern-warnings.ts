import type { Model, ModelWarning, SchemaNode } from '../../yang/model.ts'
import type { Work } from '../../yang/work.ts'
import { concreteTypes } from '../values/concrete-types.ts'
import { compilePattern } from './pattern.ts'

const MAX_WARNINGS = 100
const MAX_SHOWN = 100

/** Warnings about patterns that cannot be checked, one for each pattern. */
export function* patternWarnings(model: Model): Work<readonly ModelWarning[]> {
  const warnings: ModelWarning[] = []
  const seen = new Set<string>()
  const open = [...model.roots]
  for (let node = open.pop(); node && warnings.length < MAX_WARNINGS; node = open.pop()) {
    for (const child of node.children) open.push(child)
    for (const pattern of patternsOf(node)) {
      if (seen.has(pattern)) continue
      seen.add(pattern)
      const warning = warningOf(node, pattern)
      if (warning) warnings.push(warning)
      yield
    }
  }
  return warnings
}

function patternsOf({ type }: SchemaNode): readonly string[] {
  if (!type) return []
  return concreteTypes(type).flatMap((each) =>
    each.base === 'string' ? each.patterns.map(({ text }) => text) : [],
  )
}

function warningOf({ module, name }: SchemaNode, pattern: string): ModelWarning | undefined {
  const compiled = compilePattern(pattern)
  if (compiled.kind === 'compiled') return undefined
  const text = `values of ${name} are not checked against a pattern: ${compiled.because} (${pattern.slice(0, MAX_SHOWN)})`
  return { module, line: 0, text }
}
