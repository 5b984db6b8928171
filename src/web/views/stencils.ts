const MAX_KEPT = 200

/** The mark of a hole while the stencil is drawn. It is a Unicode non-character, so no text contains it, not even a banner. */
const FIRST_MARK = 0xfdd0
const markOf = (hole: number) => String.fromCharCode(FIRST_MARK + hole)
const marks = /([\ufdd0-\ufddf])/

/**
 * Drawings with holes in them, for what differs between people who otherwise see the same. Each is drawn once;
 * after that a page is put together from its pieces. The holes take text that is ready for HTML.
 */
export class Stencils {
  readonly #kept = new Map<string, Stencil>()

  /** The drawing of this kind with its holes filled. All that it depends on is in `kind`, or fills a hole. */
  draw(kind: string, fillings: readonly string[], draw: (marks: readonly string[]) => string): string {
    const kept = this.#kept.get(kind)
    if (kept) return fill(kept, fillings)
    const stencil = cut(draw(fillings.map((_, hole) => markOf(hole))))
    this.#keep(kind, stencil)
    return fill(stencil, fillings)
  }

  #keep(kind: string, stencil: Stencil): void {
    const [oldest] = this.#kept.keys()
    if (this.#kept.size >= MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest)
    this.#kept.set(kind, stencil)
  }
}

interface Stencil {
  readonly start: string
  /** The value of the next hole, and the piece after it. */
  readonly rest: readonly { readonly hole: number; readonly behind: string }[]
}

function cut(drawing: string): Stencil {
  const [start = '', ...rest] = drawing.split(marks)
  const pieces = rest
    .map((piece, at) => ({ mark: rest[at - 1], behind: piece }))
    .filter((_, at) => at % 2 === 1)
  return {
    start: inAscii(start),
    rest: pieces.map(({ mark = '', behind }) => ({
      hole: mark.charCodeAt(0) - FIRST_MARK,
      behind: inAscii(behind),
    })),
  }
}

/** In ASCII, a page is sent as it is; a single `–` would make the runtime convert all of it. */
function inAscii(html: string): string {
  const ascii = html.replace(/[^\0-\x7f]/gu, (character) => `&#${character.codePointAt(0)};`)
  return Buffer.from(ascii, 'latin1').toString('latin1')
}

function fill({ start, rest }: Stencil, fillings: readonly string[]): string {
  let page = start
  for (const { hole, behind } of rest) page += (fillings[hole] ?? '') + behind
  return page
}
