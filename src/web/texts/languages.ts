import { de } from './de.ts'
import { en, type Texts } from './en.ts'
import { type Formats, formatsOf } from './formats.ts'
import { sv } from './sv.ts'

export interface Language {
  /** As in `<html lang>` and the `language` cookie. */
  readonly code: string
  /** What its speakers call it. */
  readonly name: string
  readonly direction: 'ltr' | 'rtl'
  readonly text: Texts
  readonly format: Formats
}

/** English as most of its readers outside of America write times: the day first, 24 hours. */
export const english: Language = language('en', 'English', en, 'en-GB')

/** The languages we speak. Their catalogues are complete: the compiler sees to it. */
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
  const wishes = header.split(',', MOST_WISHES).map(readWish)
  const wanted = wishes.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight)
  for (const { code } of wanted) {
    const found = languages.find((language) => language.code === code)
    if (found) return found
  }
  return undefined
}

/** Nobody reads more; a header of 16 KiB could name thousands. */
const MOST_WISHES = 20

/** `de-CH;q=0.8`: which of its regions does not matter to us. */
function readWish(wish: string): { readonly code: string; readonly weight: number } {
  const [tag = '', ...parameters] = wish.toLowerCase().split(';')
  const q = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean)
  const weight = Number(q ?? 1)
  return { code: tag.trim().split('-')[0] ?? '', weight: Number.isNaN(weight) ? 0 : weight }
}

function language(code: string, name: string, text: Texts, locale = code): Language {
  return { code, name, direction: 'ltr', text, format: formatsOf(locale) }
}
