export type { Texts } from './en.ts'

/** A text with its `{names}` filled in. A name that nothing is given for throws: the text is wrong. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name]
    if (value === undefined) throw new TypeError(`The text "${text}" asks for ${place}.`)
    return value
  })
}
