import type { Language } from '../texts/languages.ts'
import { fill } from '../texts/texts.ts'
import type { IdleChoice } from '../views/render.ts'

const usualMs = [5, 15, 30].map((minutes) => minutes * 60_000)

/** The limits a user can choose from: the usual ones below the server's, the server's, and whatever is chosen now. */
export function idleChoices(idleMs: number, longestMs: number, { text, format }: Language): IdleChoice[] {
  const shorter = [...new Set([...usualMs, idleMs])].filter((ms) => ms < longestMs).sort((a, b) => a - b)
  const longest = fill(text.idle.longest, { time: format.span(longestMs) })
  return [
    ...shorter.map((ms) => ({ seconds: ms / 1000, label: format.span(ms), isChosen: ms === idleMs })),
    { seconds: 0, label: longest, isChosen: idleMs >= longestMs },
  ]
}
