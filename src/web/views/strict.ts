/** The data as a template sees it: asking for a name that is not there throws. */
export function onlyKnown<Data extends object>(data: Data): Data {
  return Object.assign(Object.create(nothingElse), data)
}

/** Stands behind the data, where only a name that the data does not have is looked for. */
const nothingElse = new Proxy(Object.create(null), {
  get(_, key) {
    throw new TypeError(`The template asks for it.${String(key)}, which this view does not have.`)
  },
})

/** What a template may print: text and numbers. Never "undefined", "null" or "[object Object]". */
export function onlyText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  throw new TypeError(`The template prints a value that is ${value === null ? 'null' : typeof value}.`)
}
