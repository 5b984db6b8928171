import { fill, type Texts } from '../texts/texts.ts'
import type { IdleChoice } from '../views/render.ts'

const usualMs = [5, 15, 30].map((minutes) => minutes * 60_000)

/** The limits a user can choose from: the usual ones below the server's, the server's, and whatever is chosen now. */
export function idleChoices(idleMs: number, longestMs: number, { idle }: Texts): IdleChoice[] {
  const shorter = [...new Set([...usualMs, idleMs])].filter((ms) => ms < longestMs).sort((a, b) => a - b)
  const longest = fill(idle.longest, { time: lengthOf(longestMs, idle) })
  return [
    ...shorter.map((ms) => ({ seconds: ms / 1000, label: lengthOf(ms, idle), isChosen: ms === idleMs })),
    { seconds: 0, label: longest, isChosen: idleMs >= longestMs },
  ]
}

function lengthOf(ms: number, { minutes, seconds }: Texts['idle']): string {
  return ms % 60_000 === 0
    ? fill(minutes, { minutes: String(ms / 60_000) })
    : fill(seconds, { seconds: String(ms / 1000) })
}
