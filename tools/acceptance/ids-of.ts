/**
 * The ids that a test's name begins with, itself or in one of its groups: `S2 S3 a new login …`, `D1-D3: …`. Between
 * them may stand the point of an issue that a test shows, such as 12.5.
 */
export function idsOf(name: string): string[] {
  return name.split(' > ').flatMap((part) => {
    const [start = ''] = /^(?:(?:[A-Z]\d{1,2}(?:-[A-Z]?\d{1,2})?|\d\d\.\d{1,2})[ ,:]+)+/.exec(part) ?? []
    return start.split(/[ ,:]+/).flatMap(expand)
  })
}

/** `D1-D5` and `D1-5` stand for five of them. */
function expand(range: string): string[] {
  const [, letter = '', first, last = first] = /^([A-Z])(\d+)(?:-[A-Z]?(\d+))?$/.exec(range) ?? []
  if (first === undefined) return []
  const count = Number(last) - Number(first) + 1
  return Array.from({ length: count }, (_, n) => `${letter}${Number(first) + n}`)
}
