import { setTimeout as sleep } from 'node:timers/promises'

/** Shorter than the time a test has, so that a test that fails here says what it waited for. */
const PATIENCE_MS = 30_000

type Nothing = false | undefined

/**
 * Waits until a condition holds, and returns what it found. `what` completes the sentence "waited 30 s until …", which
 * is the error when the time is over.
 */
export async function until<Found>(
  condition: () => Found | Nothing | Promise<Found | Nothing>,
  what: string,
  withinMs = PATIENCE_MS,
): Promise<Found> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const found = await condition()
    if (found !== false && found !== undefined) return found
    if (Date.now() > deadline) throw new Error(`waited ${withinMs / 1000} s until ${what}`)
    await sleep(5)
  }
}
