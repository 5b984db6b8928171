import { isList, isObject, type Json, type JsonObject } from '../json.ts'

/** Which nodes there are and of what type, learnt from data in which each of them is set. */
export class Schema {
  readonly #types = new Map<string, string>()

  constructor(complete: JsonObject) {
    this.learn(complete)
  }

  has(path: readonly string[]): boolean {
    return path.length === 0 || this.#types.has(path.join('/'))
  }

  /** The first node of the data that is unknown or of another type. */
  fault(data: Json, path: readonly string[] = []): string | undefined {
    if (path.length > 0 && this.#types.get(path.join('/')) !== typeOf(data)) return path.join('/')
    return childrenOf(data, path)
      .map(([child, at]) => this.fault(child, at))
      .find((fault) => fault !== undefined)
  }

  learn(data: Json, path: readonly string[] = []): void {
    if (path.length > 0) this.#types.set(path.join('/'), typeOf(data))
    for (const [child, at] of childrenOf(data, path)) this.learn(child, at)
  }
}

function childrenOf(data: Json, path: readonly string[]): (readonly [Json, readonly string[]])[] {
  if (isObject(data)) return Object.entries(data).map(([name, value]) => [value, [...path, name]])
  if (isList(data)) return data.flatMap((entry) => (isObject(entry) ? childrenOf(entry, path) : []))
  return []
}

function typeOf(value: Json): string {
  if (value === null) return 'empty'
  return isList(value) ? 'list' : typeof value
}
