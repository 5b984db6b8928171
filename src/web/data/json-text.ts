import { isArray, isJsonObject, type Json } from '../../data/json/json.ts'
import type { Work } from '../../yang/work.ts'

/** In characters. Two million numbers a hundred levels deep would take four hundred megabytes of it. */
const MAX_INDENTATION = 4_000_000

/** The JSON as a text, on lines of its own for people, unless that takes too much room. */
export function* jsonText(json: Json): Work<string> {
  const indentation = yield* measureIndentation(json, 1, 0)
  return indentation > MAX_INDENTATION ? JSON.stringify(json) : JSON.stringify(json, null, 2)
}

/** What stands in front of all lines; not measured to the end when it is too much anyway. */
function* measureIndentation(json: Json, level: number, before: number): Work<number> {
  const values = isArray(json) ? json : isJsonObject(json) ? Object.values(json) : []
  let sum = before + values.length * (2 * level + 1)
  if (values.length > 0) yield
  for (const value of values) {
    if (sum > MAX_INDENTATION) return sum
    if (typeof value === 'object' && value !== null) sum = yield* measureIndentation(value, level + 1, sum)
  }
  return sum
}
