import type { Json } from './json.ts'
import { excessOf, JSON_LIMITS, type ParsedJson, parseJson } from './parse-json.ts'

/** The runtime's parser takes a few milliseconds for that much text. */
export const SLICE_BYTES = 64 * 1024
/** After this, other requests are answered first. */
const SLICE_MS = 10

/**
 * As {@link parseJson}, but in slices: four megabytes of small members would keep the process busy for a quarter of a
 * second. The runtime's parser reads all of the text; this finds where arrays and objects can be cut, and joins the parts.
 */
export async function parseJsonInSlices(body: Uint8Array, sliceBytes = SLICE_BYTES): Promise<ParsedJson> {
  const excess = excessOf(body, JSON_LIMITS)
  if (excess) return { kind: excess }
  await nextTurn()
  const ends = endsOfContainers(body, sliceBytes)
  if (!ends) return { kind: 'not-json' }
  const start = skipBlanks(body, 0)
  const end = ends.get(start)
  if (end === undefined) return parseJson(body)
  try {
    if (skipBlanks(body, end) < body.length) return { kind: 'not-json' }
    return { kind: 'json', json: await new SlicedText(body, ends, sliceBytes).read(start) }
  } catch (error) {
    // What the runtime's decoder and its parser throw.
    if (error instanceof TypeError) return { kind: 'not-utf8' }
    if (error instanceof SyntaxError) return { kind: 'not-json' }
    throw error
  }
}

/** Waits for its turn: a page may read several long answers at once. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

/** Maps the start of each container longer than a slice to its end; undefined when brackets do not match. */
type ContainerEnds = ReadonlyMap<number, number>

function endsOfContainers(body: Uint8Array, sliceBytes: number): ContainerEnds | undefined {
  const ends = new Map<number, number>()
  const open: number[] = []
  for (let at = nextMark(body, 0); at < body.length; at = nextMark(body, at + 1)) {
    const step = stepAt(body, at)
    if (step > 0) open.push(at)
    if (step >= 0) continue
    const start = open.pop()
    if (start === undefined || !isPair(body[start], body[at])) return undefined
    if (at - start >= sliceBytes) ends.set(start, at + 1)
  }
  return open.length === 0 ? ends : undefined
}

/** Members of a container; a single one when the container in it is longer than a slice. */
interface Slice {
  readonly from: number
  readonly to: number
  readonly large: number | undefined
}

function join(batch: Slice | undefined, member: Slice): Slice | undefined {
  return member.large === undefined ? { ...member, from: batch?.from ?? member.from } : undefined
}

class SlicedText {
  readonly #body: Uint8Array
  readonly #ends: ContainerEnds
  readonly #sliceBytes: number
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  #pausedAt = performance.now()

  constructor(body: Uint8Array, ends: ContainerEnds, sliceBytes: number) {
    this.#body = body
    this.#ends = ends
    this.#sliceBytes = sliceBytes
  }

  /** The value of the container that starts here, which is longer than a slice. */
  async read(start: number): Promise<Json> {
    const container = this.#body[start] === OPEN_ARRAY ? new SlicedArray() : new SlicedObject()
    for (const { from, to, large } of this.#slicesOf(start)) {
      if (large === undefined) container.add(this.#text(from, to))
      else {
        const frame = `${this.#text(from, large)}null${this.#text(this.#endOf(large), to)}`
        container.addOne(frame, await this.read(large))
      }
      await this.#pause()
    }
    return container.value
  }

  /** The members of a container: one that is longer than a slice by itself, others together until they fill one. */
  *#slicesOf(start: number): Generator<Slice> {
    let batch: Slice | undefined
    for (const member of this.#membersOf(start)) {
      const joined = join(batch, member)
      if (!joined && batch) yield batch
      const slice = joined ?? member
      const isFull = !joined || slice.to - slice.from >= this.#sliceBytes
      if (isFull) yield slice
      batch = isFull ? undefined : slice
    }
    if (batch) yield batch
  }

  *#membersOf(start: number): Generator<Slice> {
    const last = this.#endOf(start) - 1
    let at = skipBlanks(this.#body, start + 1) === last ? last + 1 : start + 1
    while (at <= last) {
      const member = this.#memberAt(at, last)
      yield member
      at = member.to + 1
    }
  }

  #memberAt(from: number, last: number): Slice {
    let depth = 0
    let large: number | undefined
    for (let at = nextMark(this.#body, from); at < last; at = nextMark(this.#body, at + 1)) {
      const end = this.#ends.get(at)
      if (end !== undefined) {
        if (large !== undefined) throw new SyntaxError('two values stand side by side')
        large = at
        at = end - 1
      } else if (this.#body[at] === COMMA && depth === 0) return { from, to: at, large }
      else depth += stepAt(this.#body, at)
    }
    return { from, to: last, large }
  }

  #endOf(start: number): number {
    const end = this.#ends.get(start)
    if (end === undefined) throw new RangeError(`no long container starts at ${start}`)
    return end
  }

  #text(start: number, end: number): string {
    return this.#decoder.decode(this.#body.subarray(start, end))
  }

  async #pause(): Promise<void> {
    if (performance.now() - this.#pausedAt < SLICE_MS) return
    await nextTurn()
    this.#pausedAt = performance.now()
  }
}

class SlicedArray {
  readonly value: Json[] = []

  add(members: string): void {
    const items: Json[] = JSON.parse(`[${members}]`)
    if (items.length === 0) throw new SyntaxError('a value is missing')
    for (const item of items) this.value.push(item)
  }

  /** The frame is the text of a member, with `null` in place of its value. */
  addOne(frame: string, value: Json): void {
    JSON.parse(`[${frame}]`)
    this.value.push(value)
  }
}

class SlicedObject {
  readonly value: Record<string, Json> = {}

  add(members: string): void {
    const entries: [string, Json][] = Object.entries(JSON.parse(`{${members}}`))
    if (entries.length === 0) throw new SyntaxError('a member is missing')
    for (const [name, value] of entries) this.#set(name, value)
  }

  addOne(frame: string, value: Json): void {
    for (const name of Object.keys(JSON.parse(`{${frame}}`))) this.#set(name, value)
  }

  /** Assigning would lose a member called `__proto__`. */
  #set(name: string, value: Json): void {
    if (name !== '__proto__') this.value[name] = value
    else
      Object.defineProperty(this.value, name, { value, writable: true, enumerable: true, configurable: true })
  }
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** By byte: whether it is a mark, and how the depth changes behind it. */
const marks = new Uint8Array(256)
const steps = new Int8Array(256)
for (const byte of [COMMA, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT]) marks[byte] = 1
for (const byte of [OPEN_ARRAY, OPEN_OBJECT]) steps[byte] = 1
for (const byte of [CLOSE_ARRAY, CLOSE_OBJECT]) steps[byte] = -1

/** The next comma or bracket that is not inside a string; the end of the text when there is none. */
function nextMark(body: Uint8Array, from: number): number {
  let at = from
  while (at < body.length) {
    const byte = body[at] ?? 0
    if (marks[byte] === 1) return at
    at = byte === QUOTE ? endOfString(body, at) + 1 : at + 1
  }
  return body.length
}

const stepAt = (body: Uint8Array, at: number): number => steps[body[at] ?? 0] ?? 0

const isPair = (open: number | undefined, close: number | undefined) =>
  (open === OPEN_ARRAY) === (close === CLOSE_ARRAY)

function endOfString(body: Uint8Array, start: number): number {
  let at = start + 1
  while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1
  return at
}

function skipBlanks(body: Uint8Array, start: number): number {
  let at = start
  while (body[at] === 0x20 || body[at] === 0x09 || body[at] === 0x0a || body[at] === 0x0d) at++
  return at
}
