/**
 * What one device may make us work on. A device's modules come from outside: each limit is far above what real
 * devices have (OpenConfig: 223 files, 3.2 MB, 49,000 statements, 15,381 nodes). What exceeds a limit is reported and
 * left out.
 */
export interface Limits {
  readonly modules: number
  /** Characters of one text, and of all together. */
  readonly textLength: number
  readonly totalLength: number
  /** Statements in statements, and nodes below nodes. */
  readonly nesting: number
  /** Statements directly in one statement. */
  readonly width: number
  readonly statements: number
  readonly nodes: number
  /** Statements turned into nodes, counted each time a `uses` repeats them: groupings multiply. */
  readonly expansions: number
  /** The length of a chain of typedefs. */
  readonly typedefs: number
  /** Members of a union, including those of its unions and leafrefs. */
  readonly unionMembers: number
  /** Pairs of an identity and one that derives from it. */
  readonly derivations: number
  readonly warnings: number
}

export const limits: Limits = {
  modules: 2_000,
  textLength: 4 << 20,
  totalLength: 64 << 20,
  nesting: 100,
  width: 10_000,
  statements: 1_500_000,
  nodes: 500_000,
  expansions: 1_500_000,
  typedefs: 10_000,
  unionMembers: 1_000,
  derivations: 1_000_000,
  warnings: 1_000,
}
