import { randomInt } from 'node:crypto'
import { properties } from '../test/fuzz/properties.ts'

/** Looks for inputs that break a property, with new ones each time: `npm run fuzz -- --minutes 30`. */
const minutes = readMinutes(process.argv.slice(2))
const RUNS = 500
let rounds = 0

for (const end = performance.now() + minutes * 60_000; performance.now() < end; rounds++) {
  for (const { sentence, check } of properties) {
    const seed = randomInt(2 ** 31)
    try {
      await check({ seed, numRuns: RUNS })
    } catch (error) {
      console.error(`${sentence}\nseed ${seed}\n${error instanceof Error ? error.message : error}`)
      process.exit(1)
    }
  }
}
console.log(`${properties.length} properties held for ${rounds * RUNS} inputs each, in ${minutes} minutes`)

function readMinutes(args: readonly string[]): number {
  const [, minutes = '1'] = /^--minutes[= ](\d+(?:\.\d+)?)$/.exec(args.join(' ')) ?? []
  return Number(minutes)
}
