import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Outcome } from './counters/counters.ts'
import { memoryCounters } from './counters/memory.ts'
import { LoginThrottle, type Settle } from './throttle.ts'

const limit = { count: 3, windowMs: 1_000 }
const inAHurry = AbortSignal.abort()

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('start'), from: fc.nat(1) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('settle'),
      which: fc.nat(3),
      outcome: fc.constantFrom('rejected', 'rejected', 'undecided', 'accepted'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait'), ms: fc.nat(1_500) }) },
)

test('B1 however attempts interleave, an address has no more than its failures, and a fresh one always gets in', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 150, size: 'max' }), async (steps) => {
      const attack = new Attack()
      for (const each of steps) {
        await attack.take(each)
        expect(await attack.tryFrom(`fresh ${crypto.randomUUID()}`)).toBe('admitted')
      }
      expect(attack.mostFailuresInAWindow()).toBeLessThanOrEqual(2 * limit.count)
    }),
    { numRuns: 200 },
  )
})

test('an address of which nothing was ever rejected never has to wait for a minute', async () => {
  const harmless = step.filter((each) => !('outcome' in each) || each.outcome !== 'rejected')
  await fc.assert(
    fc.asyncProperty(fc.array(harmless, { maxLength: 150, size: 'max' }), async (steps) => {
      const attack = new Attack()
      for (const each of steps) await attack.take(each)
      expect(attack.refusals).not.toContain('throttled')
    }),
    { numRuns: 100 },
  )
})

/** Attempts from two addresses, and what came of them. */
class Attack {
  readonly refusals: string[] = []
  readonly #clock = { now: 1_000_000 }
  readonly #throttle = new LoginThrottle({
    counters: memoryCounters(() => this.#clock.now),
    limit,
    hash: (text) => text,
  })
  readonly #open: { readonly from: string; readonly at: number; readonly settle: Settle }[] = []
  readonly #failures: { readonly from: string; readonly at: number }[] = []

  async take(step: { from?: number; which?: number; outcome?: string; ms?: number }): Promise<void> {
    this.#clock.now += step.ms ?? 0
    if (step.from !== undefined) await this.tryFrom(`address ${step.from}`)
    if (step.which !== undefined) await this.#settle(step.which, outcomeOf(step.outcome))
  }

  async tryFrom(from: string): Promise<string> {
    const admission = await this.#throttle.admit({ address: from, username: 'victim' }, inAHurry)
    if (admission.kind !== 'admitted') this.refusals.push(admission.kind)
    else if (from.startsWith('address')) {
      this.#open.push({ from, at: this.#clock.now, settle: admission.settle })
    }
    return admission.kind
  }

  /** By the time they were started, over every stretch as long as the window that begins with one. */
  mostFailuresInAWindow(): number {
    const counts = this.#failures.map(
      ({ from, at }) =>
        this.#failures.filter(
          (other) => other.from === from && other.at >= at && other.at < at + limit.windowMs,
        ).length,
    )
    return Math.max(0, ...counts)
  }

  async #settle(which: number, outcome: Outcome): Promise<void> {
    const [attempt] = this.#open.splice(which, 1)
    if (!attempt) return
    await attempt.settle(outcome)
    if (outcome === 'rejected') this.#failures.push(attempt)
  }
}

function outcomeOf(word: string | undefined): Outcome {
  return word === 'rejected' || word === 'accepted' ? word : 'undecided'
}
