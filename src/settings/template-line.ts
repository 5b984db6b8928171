import { engineFor, type TemplateFault } from '../web/views/render.ts'

/** Where a template is wrong, and why. The template may be a part that the one in the fault includes. */
export interface TemplateLine {
  readonly template: string
  readonly line: number
  readonly what: string
}

/** Finds the line of a fault in a template's source, from an error thrown while views were traced. */
export function lineOf({ template, cause }: TemplateFault, source: string): TemplateLine {
  const message = cause instanceof Error ? cause.message : String(cause)
  return (
    whereDrawn(message) ??
    whereUnclosed(template, message) ?? {
      template,
      line: lineNotParsed(source) ?? 1,
      what: `does not compile: ${whyNotParsed(source)}`,
    }
  )
}

/** `icon:3`, the lines around it, and the error. When templates include each other, the innermost comes last. */
function whereDrawn(message: string): TemplateLine | undefined {
  const [, template, line] = [...message.matchAll(/^([a-z][\w-]*):(\d+)$/gm)].at(-1) ?? []
  if (template === undefined) return undefined
  return { template, line: Number(line), what: message.split('\n\n').at(-1) ?? '' }
}

/** `unclosed tag at line 2 col 1:` */
function whereUnclosed(template: string, message: string): TemplateLine | undefined {
  const [, what = '', line] = /^(.+) at line (\d+) col \d+:/.exec(message) ?? []
  return line === undefined ? undefined : { template, line: Number(line), what }
}

/** Each tag's code follows a line that says where the tag stands: the last one before the mistake counts. */
function lineNotParsed(source: string): number | undefined {
  const traced = engineFor(() => undefined, { isTraced: true }).compileToString(source)
  const code = `function template(it, options) {\n${traced}\n}`
  const before = code.split('\n').slice(0, (firstMistakeIn(code)?.position?.line ?? 1) - 1)
  const tag = before.findLast((line) => line.startsWith('__eta.line='))
  return tag === undefined ? undefined : Number.parseInt(tag.slice('__eta.line='.length), 10)
}

/** The runtime's message about the code, without the tracing lines. */
function whyNotParsed(source: string): string {
  try {
    engineFor(() => undefined).compile(source)
    return 'its code is not JavaScript'
  } catch (error) {
    const [, reason = ''] = String(error).split('\n\n')
    return inPlainWords[reason.split('\n')[0] ?? ''] ?? reason.split('\n')[0] ?? ''
  }
}

const inPlainWords: Readonly<Record<string, string>> = {
  'Unexpected end of script': 'a { or ( is not closed',
  'Parser error': 'a } or ) has no beginning',
}

function firstMistakeIn(code: string): BuildMessage | undefined {
  try {
    new Bun.Transpiler({ loader: 'js' }).transformSync(code)
    return undefined
  } catch (error) {
    const [first] = error instanceof AggregateError ? error.errors : [error]
    return first instanceof BuildMessage ? first : undefined
  }
}
