/** The data as a template sees it: asking for a name that is not there throws. */
export function onlyKnown<Data extends object>(data: Data): Data {
  return new Proxy<Data>(data, knownOnly)
}

const knownOnly: ProxyHandler<object> = {
  get(data, key) {
    if (key in data) return Reflect.get(data, key)
    throw new TypeError(`The template asks for it.${String(key)}, which this view does not have.`)
  },
}

/** What a template may print: text and numbers. Never "undefined", "null" or "[object Object]". */
export function onlyText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  throw new TypeError(`The template prints a value that is ${value === null ? 'null' : typeof value}.`)
}
