const MOST_BYTES = 256

/** A text that a stranger chose, short enough for a log. */
export function printable(text: unknown): unknown {
  if (typeof text !== 'string' || Buffer.byteLength(text) <= MOST_BYTES) return text
  return `${Buffer.from(text)
    .subarray(0, MOST_BYTES)
    .toString()
    .replace(/\uFFFD+$/, '')}…`
}

/** What the log says of an error: names, messages and codes down the causes, and where it came from. */
export function errorFacts(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  const code = 'code' in error ? error.code : undefined
  const at = stack
    ?.split('\n')
    .slice(1, 6)
    .map((line) => line.trim())
  return { name, message, code, at, ...(cause !== undefined && { cause: errorFacts(cause) }) }
}
