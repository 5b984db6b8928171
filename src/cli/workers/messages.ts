import type { Figures } from '../../metrics/figures.ts'

/** What the parent asks a worker. */
export type Question = 'alive' | 'figures'

/** What a worker tells its parent: once that it is ready, then what it was asked. */
export type Message =
  | { readonly kind: 'ready' }
  | { readonly kind: 'alive' }
  | { readonly kind: 'figures'; readonly figures: Figures }
