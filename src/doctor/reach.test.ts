import { expect, test } from 'bun:test'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { certificateStep } from './reach.ts'

test('a port that takes connections and says nothing takes too long; nothing is wrong with its TLS', async () => {
  const silent = createServer().listen({ port: 0, host: '127.0.0.1' })
  await once(silent, 'listening')
  const address = silent.address()
  if (typeof address !== 'object') throw new TypeError('the server has no port')

  const look = await certificateStep.look({
    root: new URL(`https://127.0.0.1:${address?.port}/restconf`),
    trust: { kind: 'system' },
    timeoutMs: 100,
    deadlineMs: 100,
    probes: [],
    credentials: undefined,
    through: undefined,
  })
  silent.close()
  expect(look).toMatchObject({ result: 'failed', seen: 'no complete answer in time (timeout)' })
})
