/**
 * The texts of all nodes joined into one: the runtime finds a word faster in one long string than in
 * thousands of short ones. Types and groupings repeat their texts, so each distinct text is there only once.
 */
export class SearchTexts {
  readonly #numbers = new Map<string, number>()
  #count = 0
  /** By node, the number of its text. */
  readonly #ofNodes: number[] = []
  readonly #chunks: Chunk[] = []
  #open: string[] = []
  #openLength = 0

  /** The text of the next node, in lower case. */
  add(text: string): void {
    const known = this.#numbers.get(text)
    this.#ofNodes.push(known ?? this.#count)
    if (known !== undefined) return
    this.#numbers.set(text, this.#count)
    this.#count += 1
    this.#open.push(text)
    this.#openLength += text.length
    if (this.#openLength > CHUNK_LENGTH) this.#closeChunk()
  }

  /** Call it after the last text. */
  close(): void {
    this.#closeChunk()
    this.#numbers.clear()
  }

  /**
   * For each node, 0 if the word is not in its text, else the rank that `rankAt` gives the position of the match.
   * Plain loops: with a call for each of the nodes it takes twice as long.
   */
  find(word: string, rankAt: (texts: string, at: number) => number): Uint8Array {
    const ranks = new Uint8Array(this.#count)
    let first = 0
    for (const { texts, ends } of this.#chunks) {
      let number = 0
      for (let at = texts.indexOf(word); at >= 0; at = texts.indexOf(word, ends[number])) {
        while ((ends[number] ?? at) < at) number += 1
        ranks[first + number] = rankAt(texts, at)
      }
      first += ends.length
    }
    const ofNodes = new Uint8Array(this.#ofNodes.length)
    for (let node = 0; node < ofNodes.length; node++) ofNodes[node] = ranks[this.#ofNodes[node] ?? 0] ?? 0
    return ofNodes
  }

  #closeChunk(): void {
    if (this.#open.length > 0) this.#chunks.push(chunkOf(this.#open))
    this.#open = []
    this.#openLength = 0
  }
}

/** Joining a chunk takes well below a millisecond. */
const CHUNK_LENGTH = 64 << 10

interface Chunk {
  /** A line break before and after each. */
  readonly texts: string
  readonly ends: Uint32Array
}

function chunkOf(texts: readonly string[]): Chunk {
  let end = 0
  const ends = Uint32Array.from(texts, ({ length }) => (end += length + 1))
  return { texts: `\n${texts.join('\n')}\n`, ends }
}
