import { inspect } from 'node:util'

const MOST_BYTES = 256
const MOST_BYTES_OF_A_MESSAGE = 2048
/** An error may be its own cause. */
const MOST_CAUSES = 5

/** The fields of an event. A text may be a stranger's choice: it is cut to a length that a log can bear. */
export function printableFields(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, cut(value, MOST_BYTES)]))
}

/** What the log says of an error: names, messages and codes down the causes, and where it came from. */
export function errorFacts(error: unknown, causes = MOST_CAUSES): unknown {
  if (!(error instanceof Error)) return { message: cut(textOf(error), MOST_BYTES_OF_A_MESSAGE) }
  const { name, message, stack, cause } = error
  const code = 'code' in error ? error.code : undefined
  const at = stack
    ?.split('\n')
    .slice(1, 6)
    .map((line) => cut(line.trim(), MOST_BYTES))
  return {
    name,
    message: cut(message, MOST_BYTES_OF_A_MESSAGE),
    code,
    at,
    ...(cause !== undefined && causes > 0 && { cause: errorFacts(cause, causes - 1) }),
  }
}

/** Anything can be thrown, also what refuses to become a text. */
const textOf = (thrown: unknown) =>
  typeof thrown === 'object' ? inspect(thrown, { depth: 1 }) : String(thrown)

function cut(value: unknown, mostBytes: number): unknown {
  if (typeof value !== 'string' || Buffer.byteLength(value) <= mostBytes) return value
  const bytes = Buffer.from(value).subarray(0, mostBytes)
  return `${bytes.toString().replace(/\uFFFD+$/, '')}…`
}
