/** A line of `portico model`, or of libyang's opinion in the same form. */
export interface ModelLine {
  readonly p?: string
  readonly k?: string
  readonly c?: string
  readonly t?: string
  readonly w?: readonly string[]
  readonly min?: number
  readonly ident?: string
  readonly [field: string]: unknown
}

export interface LineDifference {
  readonly name: string
  /** A field, or `line` when only one of both has the line. */
  readonly field: string
  readonly ours: unknown
  readonly theirs: unknown
}

/** By path, or by the identity's name. */
export type ModelLines = ReadonlyMap<string, ModelLine>

export function parseModelLines(text: string): ModelLines {
  const lines = text.split('\n').filter((line) => line !== '')
  return new Map(
    lines.map((line) => {
      const parsed: ModelLine = JSON.parse(line)
      return [parsed.p ?? `identity ${parsed.ident}`, parsed]
    }),
  )
}

/** Every field in which two models differ; the order of `when` conditions is none. */
export function differencesBetween(ours: ModelLines, theirs: ModelLines): readonly LineDifference[] {
  return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((name) => {
    const [our, their] = [ours.get(name), theirs.get(name)]
    if (!our || !their) return { name, field: 'line', ours: our, theirs: their }
    const fields = [...new Set([...Object.keys(our), ...Object.keys(their)])]
    return fields
      .filter((field) => written(our, field) !== written(their, field))
      .map((field) => ({ name, field, ours: our[field], theirs: their[field] }))
  })
}

function written(line: ModelLine, field: string): string | undefined {
  return JSON.stringify(field === 'w' ? line.w?.toSorted() : line[field])
}
