/** One step of an instance-identifier: a node, and the predicates that pick one of several. */
export interface InstanceStep {
  readonly module: string
  readonly name: string
  readonly predicates: readonly InstancePredicate[]
}

export type InstancePredicate =
  | {
      readonly kind: 'key'
      readonly module: string
      readonly name: string
      readonly text: string
    }
  /** The value of a leaf-list entry. */
  | { readonly kind: 'value'; readonly text: string }
  /** In a list without keys, the entry's position, counted from 1. */
  | { readonly kind: 'position'; readonly position: number }

const MAX_STEPS = 100

// No part can begin with a character that the part before may end with, so matching takes linear time.
const name = '[A-Za-z_][\\w.-]*'
const stepShape = new RegExp(`/(?:(${name}):)?(${name})`, 'y')
const predicateShape = new RegExp(
  `\\[[ \\t]*(?:([1-9]\\d{0,8})|(?:(${name}):)?(${name}|\\.)[ \\t]*=[ \\t]*(?:'([^']*)'|"([^"]*)"))[ \\t]*\\]`,
  'y',
)

/** Reads the form of RFC 7951: modules instead of prefixes; a step without a module is in its parent's module. */
export function readInstance(text: string): readonly InstanceStep[] | undefined {
  const steps: InstanceStep[] = []
  let at = 0
  while (at < text.length) {
    const [step, module = steps.at(-1)?.module, name] = matchAt(stepShape, text, at) ?? []
    if (!step || !module || !name || steps.length === MAX_STEPS) return undefined
    const { predicates, end } = readPredicates(text, at + step.length, module)
    steps.push({ module, name, predicates })
    at = end
  }
  return steps.length > 0 ? steps : undefined
}

function readPredicates(text: string, start: number, module: string) {
  const predicates: InstancePredicate[] = []
  let end = start
  for (let match = matchAt(predicateShape, text, end); match; match = matchAt(predicateShape, text, end)) {
    predicates.push(predicateOf(match, module))
    end += match[0].length
  }
  return { predicates, end }
}

function predicateOf(match: RegExpExecArray, stepModule: string): InstancePredicate {
  const [, position, module = stepModule, name = '', single, double = ''] = match
  if (position) return { kind: 'position', position: Number(position) }
  const text = single ?? double
  return name === '.' ? { kind: 'value', text } : { kind: 'key', module, name, text }
}

function matchAt(shape: RegExp, text: string, at: number): RegExpExecArray | undefined {
  shape.lastIndex = at
  return shape.exec(text) ?? undefined
}

/** Writes the module only where it changes. */
export function textOfInstance(steps: readonly InstanceStep[]): string {
  return steps
    .map(({ module, name, predicates }, index) => {
      const prefix = module === steps[index - 1]?.module ? '' : `${module}:`
      return `/${prefix}${name}${predicates.map((predicate) => predicateText(predicate, module)).join('')}`
    })
    .join('')
}

function predicateText(predicate: InstancePredicate, stepModule: string): string {
  if (predicate.kind === 'position') return `[${predicate.position}]`
  if (predicate.kind === 'value') return `[.=${quoted(predicate.text)}]`
  const prefix = predicate.module === stepModule ? '' : `${predicate.module}:`
  return `[${prefix}${predicate.name}=${quoted(predicate.text)}]`
}

/** XPath has no escapes, so a text that was read holds one kind of quote at most. */
function quoted(text: string): string {
  return text.includes("'") ? `"${text}"` : `'${text}'`
}
