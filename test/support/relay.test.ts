import { expect, test } from 'bun:test'
import { connect, createServer, type Socket } from 'node:net'
import { startRelay } from './relay.ts'
import { until } from './until.ts'

/** Says back what it hears. */
async function startEcho() {
  const server = createServer((socket) => void socket.on('error', () => {}).pipe(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return { port: typeof address === 'object' && address ? address.port : 0, stop: () => server.close() }
}

function call(port: number, localAddress: string) {
  const socket: Socket = connect({ port, host: '127.0.0.1', localAddress })
  const caller = {
    heard: '',
    isOver: false,
    say: (word: string) => void socket.write(word),
    hangUp: () => socket.destroy(),
  }
  socket.on('data', (data) => {
    caller.heard += data
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    caller.isOver = true
  })
  return caller
}

test('a relay that is cut for some connections keeps the others, reports no error, and after mending passes only new ones', async () => {
  const echo = await startEcho()
  const relay = await startRelay()
  relay.forwardTo(echo.port)
  const [peer, client] = [call(relay.port, '127.0.0.2'), call(relay.port, '127.0.0.1')]
  peer.say('a')
  client.say('a')
  await until(() => peer.heard === 'a' && client.heard === 'a', 'both have heard a')

  relay.cut(['127.0.0.2'])
  const late = call(relay.port, '127.0.0.2')
  peer.say('b')
  late.say('b')
  client.say('b')
  await until(() => client.heard === 'ab', 'the client has heard b')
  expect([peer.heard, peer.isOver, late.heard, late.isOver]).toEqual(['a', false, '', false])

  relay.mend()
  await until(() => peer.isOver && late.isOver, 'both connections are cut')
  const again = call(relay.port, '127.0.0.2')
  again.say('c')
  await until(() => again.heard === 'c', 'a new connection is answered')
  expect([peer.heard, client.isOver]).toEqual(['a', false])
  for (const caller of [again, client]) caller.hangUp()
  relay.close()
  echo.stop()
})
