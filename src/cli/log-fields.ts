const MOST_BYTES = 256
const MOST_BYTES_OF_A_MESSAGE = 2048

/** The fields of an event. A text may be a stranger's choice: it is cut to a length that a log can bear. */
export function printableFields(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, cut(value, MOST_BYTES)]))
}

/** What the log says of an error: names, messages and codes down the causes, and where it came from. */
export function errorFacts(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: cut(String(error), MOST_BYTES_OF_A_MESSAGE) }
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
    ...(cause !== undefined && { cause: errorFacts(cause) }),
  }
}

function cut(value: unknown, mostBytes: number): unknown {
  if (typeof value !== 'string' || Buffer.byteLength(value) <= mostBytes) return value
  const bytes = Buffer.from(value).subarray(0, mostBytes)
  return `${bytes.toString().replace(/\uFFFD+$/, '')}…`
}
