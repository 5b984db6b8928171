import { newToken } from '../../src/session/server-secret.ts'

export const ids = ['S1']
export const requirement = 'session tokens are 256 random bits'

const TOKENS = 10_000
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** The last of 43 characters carries 4 bits: every fourth letter of the alphabet. */
const LAST = [...ALPHABET].filter((_, n) => n % 4 === 0).join('')

/** All are distinct, and at no position does a letter come more often than chance allows. */
export async function measure(): Promise<{ ok: boolean; figures: string }> {
  const tokens = Array.from({ length: TOKENS }, newToken)
  const positions = Array.from({ length: 43 }, (_, at) => at)
  const scores = positions.map((at) =>
    score(
      tokens.map((token) => token[at] ?? ''),
      at === 42 ? LAST : ALPHABET,
    ),
  )
  const worst = Math.max(...scores)
  const distinct = new Set(tokens).size
  return {
    // 4.1 standard deviations: p > 0.001 for the worst of 43 positions.
    ok: distinct === TOKENS && worst < 4.1,
    figures: `${distinct} distinct of ${TOKENS}; the most uneven of 43 positions is ${worst.toFixed(1)} standard deviations off (under 4.1)`,
  }
}

/** Chi-square, as a normal deviate (Wilson and Hilferty). A letter that does not belong is infinitely wrong. */
function score(letters: readonly string[], alphabet: string): number {
  if (letters.some((letter) => !alphabet.includes(letter))) return Number.POSITIVE_INFINITY
  const expected = letters.length / alphabet.length
  const counts = [...alphabet].map((letter) => letters.filter((other) => other === letter).length)
  const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  const free = alphabet.length - 1
  return (Math.cbrt(chiSquare / free) - (1 - 2 / (9 * free))) / Math.sqrt(2 / (9 * free))
}

if (import.meta.main) console.log(await measure())
