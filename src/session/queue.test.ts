import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { Queue, type QueueLimits, type Turn, type TurnRequest } from './queue.ts'

/** A queue whose turns are ended by the name of their request, and the order in which they were given. */
function watchedQueue(limits: QueueLimits) {
  const queue = new Queue(limits)
  const given: string[] = []
  const turns = new Map<string, Turn>()
  return {
    given,
    async take(name: string, request: Partial<TurnRequest> = {}): Promise<string> {
      const turn = await queue.take({ group: name, ...request })
      turns.set(name, turn)
      if (turn.kind === 'turn') given.push(name)
      return turn.kind
    },
    async end(name: string): Promise<void> {
      const turn = turns.get(name)
      if (turn?.kind !== 'turn') throw new Error(`${name} has no turn`)
      turn.end()
      await Bun.sleep(0)
    },
  }
}

describe('how many have a turn', () => {
  test('B7 as many as allowed run, some wait, the others are turned away at once', async () => {
    const queue = watchedQueue({ atOnce: 2, maxWaiting: 1 })
    await Promise.all([queue.take('a'), queue.take('b')])
    void queue.take('c')
    expect(await queue.take('d')).toBe('no-room')
    await queue.end('a')
    expect(queue.given).toEqual(['a', 'b', 'c'])
  })

  test('a group has no more turns than its own limit, and does not hold up other groups', async () => {
    const queue = watchedQueue({ atOnce: 3, perGroup: 1, maxWaitingPerGroup: 1 })
    await queue.take('a 1', { group: 'a' })
    void queue.take('a 2', { group: 'a' })
    expect(await queue.take('a 3', { group: 'a' })).toBe('no-room')
    expect(await queue.take('b')).toBe('turn')
    await queue.end('a 1')
    expect(queue.given).toEqual(['a 1', 'b', 'a 2'])
  })

  test('a request without patience takes a free turn and waits for none', async () => {
    const queue = watchedQueue({ atOnce: 1 })
    expect(await queue.take('a', { patience: AbortSignal.abort() })).toBe('turn')
    expect(await queue.take('b', { patience: AbortSignal.abort() })).toBe('out-of-patience')
  })

  test('B7 a request that waited too long is refused, and its turn goes to the next', async () => {
    const queue = watchedQueue({ atOnce: 1 })
    const impatient = new AbortController()
    await queue.take('a')
    const b = queue.take('b', { patience: impatient.signal })
    void queue.take('c')
    impatient.abort()
    expect(await b).toBe('out-of-patience')
    await queue.end('a')
    expect(queue.given).toEqual(['a', 'c'])
  })

  test('a turn that is ended twice frees one turn', async () => {
    const queue = watchedQueue({ atOnce: 1 })
    await queue.take('a')
    void queue.take('b')
    void queue.take('c')
    await queue.end('a')
    await queue.end('a')
    expect(queue.given).toEqual(['a', 'b'])
  })

  test('B7 in whatever order requests come and go, there are never more turns than allowed and none is lost', async () => {
    const step = fc.record({
      comes: fc.boolean(),
      group: fc.constantFrom('a', 'b', 'c'),
      isPreferred: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const queue = new Queue({ atOnce: 3, perGroup: 2, keptBack: 1, maxWaiting: 5 })
        const running: { readonly group: string; readonly end: () => void }[] = []
        const waiting = new Set<object>()
        const come = async (request: TurnRequest) => {
          waiting.add(request)
          const turn = await queue.take(request)
          waiting.delete(request)
          if (turn.kind === 'turn') running.push({ group: request.group, end: turn.end })
        }
        for (const { comes, ...request } of steps) {
          if (comes) void come(request)
          else running.shift()?.end()
          await Bun.sleep(0)
          const turnsOf = (name: string) => running.filter(({ group }) => group === name).length
          expect(running.length).toBeLessThanOrEqual(3)
          expect(Math.max(turnsOf('a'), turnsOf('b'), turnsOf('c'))).toBeLessThanOrEqual(2)
          if (running.length === 0) expect(waiting.size).toBe(0)
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe('whose turn it is', () => {
  test('12.4 groups take turns: one request waits for one of each other group, not for all of a flood', async () => {
    const queue = watchedQueue({ atOnce: 1 })
    await queue.take('flood 0', { group: 'flood' })
    for (const name of ['flood 1', 'flood 2', 'flood 3']) void queue.take(name, { group: 'flood' })
    void queue.take('calm')
    await queue.end('flood 0')
    expect(queue.given.at(-1)).toBe('calm')
  })

  test('12.4 the lower rank goes first, and takes the seat of the highest when all are taken', async () => {
    const queue = watchedQueue({ atOnce: 1, maxWaiting: 2 })
    await queue.take('a')
    const worst = queue.take('b', { rank: 9 })
    void queue.take('c', { rank: 1 })
    expect(await queue.take('d', { rank: 9 })).toBe('no-room')
    void queue.take('e', { rank: 0 })
    expect(await worst).toBe('no-room')
    await queue.end('a')
    expect(queue.given).toEqual(['a', 'e'])
  })

  test('12.4 a group without a seat takes one from the group that has most', async () => {
    const queue = watchedQueue({ atOnce: 1, maxWaiting: 2 })
    await queue.take('a')
    void queue.take('flood 1', { group: 'flood' })
    const last = queue.take('flood 2', { group: 'flood' })
    void queue.take('calm')
    expect(await last).toBe('no-room')
  })

  test('12.4 turns that are kept back go to preferred requests, which also go before all others', async () => {
    const queue = watchedQueue({ atOnce: 2, keptBack: 1 })
    await queue.take('a')
    void queue.take('b')
    expect(queue.given).toEqual(['a'])
    expect(await queue.take('known', { isPreferred: true })).toBe('turn')
    void queue.take('known, too', { isPreferred: true })
    await queue.end('a')
    expect(queue.given).toEqual(['a', 'known', 'known, too'])
  })
})
