/** The value at the end of a path of member names, or undefined where the path leaves the data. */
export function valueAt(data: unknown, path: readonly string[]): unknown {
  return path.reduce(
    (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    data,
  )
}

/** True for a JSON object; an array is none. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value as a list; anything else is an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
