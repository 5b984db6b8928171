/** The known word that was most likely meant: one or two letters are wrong, missing, too many or swapped. */
export function closest(word: string, known: Iterable<string>): string | undefined {
  const candidates = [...known].filter((each) => each.length > MAX_STEPS * 2 - 1)
  return (
    candidates.find((each) => isNear(word, each, 1)) ??
    candidates.find((each) => isNear(word, each, MAX_STEPS))
  )
}

const MAX_STEPS = 2

/** `; did you mean serve?`, or nothing. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const meant = closest(word, known)
  return meant === undefined ? '' : `; did you mean ${meant}?`
}

/** Whether so few letters have to be changed, taken away, added, or swapped with the next. */
function isNear(word: string, other: string, steps: number): boolean {
  if (word === other) return true
  if (steps === 0 || Math.abs(word.length - other.length) > steps) return false
  const at = [...other].findIndex((letter, index) => letter !== word[index])
  const [mine, theirs] = at < 0 ? [word.slice(other.length), ''] : [word.slice(at), other.slice(at)]
  const swapped = `${mine.charAt(1)}${mine.charAt(0)}${mine.slice(2)}`
  return (
    isNear(mine.slice(1), theirs.slice(1), steps - 1) ||
    isNear(mine.slice(1), theirs, steps - 1) ||
    isNear(mine, theirs.slice(1), steps - 1) ||
    isNear(swapped, theirs, steps - 1)
  )
}
