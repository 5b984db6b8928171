import { test } from 'bun:test'
import { properties } from './properties.ts'

/** The same inputs each time. `npm run fuzz -- --minutes N` looks for others. */
const SEED = 20260501

for (const { sentence, check } of properties) {
  test(sentence, () => check({ seed: SEED, numRuns: 100 }))
}
