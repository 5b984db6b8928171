import { de } from './de.ts'
import { en, type Texts } from './en.ts'
import { type Formats, formatsOf } from './formats.ts'
import { sv } from './sv.ts'

export type { Texts } from './en.ts'

export interface Language {
  /** As in `<html lang>` and the `language` cookie. */
  readonly code: string
  /** In the language itself. */
  readonly name: string
  readonly direction: 'ltr' | 'rtl'
  readonly text: Texts
  readonly format: Formats
}

/** English with British dates and times: the day first, 24 hours. */
export const english: Language = language('en', 'English', en, 'en-GB')

/** The compiler checks that each language has every text. */
export const languages: readonly Language[] = [
  english,
  language('de', 'Deutsch', de),
  language('sv', 'Svenska', sv),
]

/** The language that was chosen; else the first that `Accept-Language` asks for and we speak; else English. */
export function pickLanguage(chosen: string | undefined, accepted: string | undefined): Language {
  return languages.find(({ code }) => code === chosen) ?? firstAccepted(accepted) ?? english
}

function firstAccepted(header: string | undefined): Language | undefined {
  if (header === undefined) return undefined
  const wishes = header.split(',', MAX_WISHES).map(readWish)
  const wanted = wishes.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight)
  for (const { code } of wanted) {
    const found = languages.find((language) => language.code === code)
    if (found) return found
  }
  return undefined
}

/** A header of 16 KiB could name thousands. */
const MAX_WISHES = 20

/** Reads `de-CH;q=0.8`. The region is ignored. */
function readWish(wish: string): { readonly code: string; readonly weight: number } {
  const [tag = '', ...parameters] = wish.toLowerCase().split(';')
  const q = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean)
  const weight = Number(q ?? 1)
  return { code: tag.trim().split('-')[0] ?? '', weight: Number.isNaN(weight) ? 0 : weight }
}

function language(code: string, name: string, text: Texts, locale = code): Language {
  return { code, name, direction: 'ltr', text, format: formatsOf(locale) }
}

/** A text with its `{names}` filled in. Throws when a name has no value: the text is wrong then. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name]
    if (value === undefined) throw new TypeError(`The text "${text}" asks for ${place}.`)
    return value
  })
}
