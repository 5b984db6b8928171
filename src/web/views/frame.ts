import type { Formats } from '../texts/formats.ts'
import type { Texts } from '../texts/texts.ts'

/** What every view may use. */
export interface Frame {
  readonly text: Texts
  /** Puts values into a text's `{places}`. */
  readonly fill: (text: string, values: Readonly<Record<string, string>>) => string
  /** Numbers and times as the visitor's language writes them. */
  readonly format: Formats
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  /** Those to choose from. */
  readonly languages: readonly { readonly code: string; readonly name: string }[]
  readonly theme: 'auto' | 'light' | 'dark'
  /** The address of a file of ours: `style.css` becomes `/assets/style.<hash>.css`. */
  readonly asset: (name: string) => string
  /** False where others could read along: neither HTTPS nor this very machine. */
  readonly isSecure: boolean
  /** A vendor's words before login; empty for none. */
  readonly banner: string
}
