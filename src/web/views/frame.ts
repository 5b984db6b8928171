import type { Formats } from '../texts/formats.ts'
import type { Texts } from '../texts/languages.ts'

export const themes = ['auto', 'light', 'dark'] as const

/** What every view may use. */
export interface Frame {
  readonly text: Texts
  /** Puts values into a text's `{places}`. */
  readonly fill: (text: string, values: Readonly<Record<string, string>>) => string
  /** Numbers and times as the visitor's language writes them. */
  readonly format: Formats
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  /** The languages to choose from. */
  readonly languages: readonly { readonly code: string; readonly name: string }[]
  readonly theme: (typeof themes)[number]
  /** The address of an asset: `style.css` becomes `/assets/style.<hash>.css`. */
  readonly asset: (name: string) => string
  /** False where others on the network could read along: neither HTTPS nor this machine. */
  readonly isSecure: boolean
  /** A vendor's words before login; empty for none. */
  readonly banner: string
}
