import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { DeviceTurns, type Turn } from './device-turns.ts'

const patient = new AbortController().signal

test('B7 so many logins have a turn, some wait, the rest are turned away at once', async () => {
  const turns = new DeviceTurns(2, 3)
  const taken = Array.from({ length: 6 }, () => turns.take(patient))
  expect(await taken[5]).toEqual({ kind: 'no-room' })
  end(await taken[0])
  end(await taken[1])
  expect((await Promise.all([taken[2], taken[3]])).map((turn) => turn?.kind)).toEqual(['turn', 'turn'])
})

test('B7 whoever waits for too long is told so, and the turn goes to the next', async () => {
  const turns = new DeviceTurns(1)
  const impatient = new AbortController()
  const [first, second, third] = [turns.take(patient), turns.take(impatient.signal), turns.take(patient)]
  impatient.abort()
  expect(await second).toEqual({ kind: 'out-of-patience' })
  end(await first)
  expect((await third).kind).toBe('turn')
})

test('B7 in whatever order they come and go, there are never more turns than allowed and none is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 60 }), async (steps) => {
      const turns = new DeviceTurns(3, 5)
      const running: Turn[] = []
      let waiting = 0
      const come = async () => {
        waiting++
        const turn = await turns.take(patient)
        waiting--
        if (turn.kind === 'turn') running.push(turn)
      }
      for (const comes of steps) {
        if (comes) void come()
        else end(running.shift())
        await Promise.resolve().then(() => Bun.sleep(0))
        expect(running.length).toBeLessThanOrEqual(3)
        if (running.length < 3) expect(waiting).toBe(0)
      }
    }),
    { numRuns: 50 },
  )
})

function end(turn: Turn | undefined): void {
  if (turn?.kind === 'turn') turn.end()
}
