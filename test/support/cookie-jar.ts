/** A cookie as a `Set-Cookie` line says it: attribute names in lower case, a bare one is `true`. */
export interface SetCookie {
  readonly name: string
  readonly value: string
  readonly attributes: Readonly<Record<string, string | true>>
}

/** The cookies of a browser. A test may put one there itself, as another program on the host could. */
export class CookieJar {
  readonly #values = new Map<string, string>()

  take(lines: readonly string[]): void {
    for (const { name, value, attributes } of lines.map(parseSetCookie)) {
      if (Number(attributes['max-age'] ?? 1) > 0) this.#values.set(name, value)
      else this.#values.delete(name)
    }
  }

  get(name: string): string | undefined {
    return this.#values.get(name)
  }

  set(name: string, value: string): void {
    this.#values.set(name, value)
  }

  remove(name: string): void {
    this.#values.delete(name)
  }

  get names(): string[] {
    return [...this.#values.keys()].sort()
  }

  header(): string {
    return [...this.#values].map(([name, value]) => `${name}=${value}`).join('; ')
  }
}

export function parseSetCookie(line: string): SetCookie {
  const [pair = '', ...rest] = line.split(';').map((part) => part.trim())
  const [name, value] = splitAtEquals(pair)
  const attributes = rest.map((part): [string, string | true] => {
    const [attribute, says] = splitAtEquals(part)
    return [attribute.toLowerCase(), part.includes('=') ? says : true]
  })
  return { name, value, attributes: Object.fromEntries(attributes) }
}

/** The line for one cookie among an answer's `Set-Cookie` lines; undefined when there is none, or more than one. */
export function setCookieOf(lines: readonly string[], name: string): SetCookie | undefined {
  const found = lines.map(parseSetCookie).filter((cookie) => cookie.name === name)
  return found.length === 1 ? found[0] : undefined
}

function splitAtEquals(text: string): [string, string] {
  const equals = text.indexOf('=')
  return equals < 0 ? [text, ''] : [text.slice(0, equals), text.slice(equals + 1)]
}
