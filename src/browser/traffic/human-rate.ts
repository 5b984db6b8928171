const UNITS = ['bit/s', 'kbit/s', 'Mbit/s', 'Gbit/s', 'Tbit/s']

/** Bits a second as the page's language writes them: `2.5 Mbit/s`. */
export function humanRate(bitsPerSecond: number, language = document.documentElement.lang): string {
  // Three digits decide the unit: 999 999 is 1 M, not 1000 k.
  const digits = String(Math.round(Number(bitsPerSecond.toPrecision(3)))).length
  const power = Math.min(Math.floor((digits - 1) / 3), UNITS.length - 1)
  const number = new Intl.NumberFormat(language, { maximumSignificantDigits: 3 })
  return `${number.format(bitsPerSecond / 1000 ** power)} ${UNITS[power]}`
}
