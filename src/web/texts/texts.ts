import { en, type Texts } from './en.ts'

export type { Texts } from './en.ts'

/** The texts in this language, or in English where we do not speak it. */
export function textsFor(language: string): Texts {
  return catalogues.get(language) ?? en
}

const catalogues: ReadonlyMap<string, Texts> = new Map([['en', en]])
