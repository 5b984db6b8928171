/** The text with what `npm run docs` writes between its two marks. */
export function writtenBetween(what: string, text: string, written: string): string {
  const start = `<!-- ${what}: written by npm run docs -->`
  const end = `<!-- /${what} -->`
  const [before, rest] = text.split(start)
  const after = rest?.split(end)[1]
  if (after === undefined) throw new Error(`There must be a line ${start} and a line ${end}.`)
  return `${before}${start}\n${written}\n${end}${after}`
}
