/** A device's own words, made safe for one line of a log: nothing that steers a terminal, nothing long. */
export function printable(text: string, atMost = 200): string {
  const cut = text.length > atMost ? `${text.slice(0, atMost)}…` : text
  return cut.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD')
}
