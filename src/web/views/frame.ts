import type { Texts } from '../texts/texts.ts'

/** What every view may use. */
export interface Frame {
  readonly text: Texts
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  readonly theme: 'auto' | 'light' | 'dark'
  /** The address of a file of ours: `style.css` becomes `/assets/style.<hash>.css`. */
  readonly asset: (name: string) => string
  /** False where others could read along: neither HTTPS nor this very machine. */
  readonly isSecure: boolean
  /** A vendor's words before login; empty for none. */
  readonly banner: string
}
