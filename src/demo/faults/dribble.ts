import { yangJson } from '../answer.ts'
import type { Exchange } from '../exchange.ts'
import { wait } from '../pace.ts'

/** Sends a header that never ends, until the client goes away. */
export async function dribbleHead(exchange: Exchange, everyMs = 100): Promise<void> {
  const { socket } = exchange.response
  socket?.write('HTTP/1.1 200 OK\r\nServer: nginx\r\nX-Padding: ')
  while (!exchange.clientIsGone) {
    socket?.write('a')
    await wait(everyMs)
  }
}

/** Sends a body that never ends, until the client goes away. */
export async function drip(exchange: Exchange, everyMs = 100): Promise<void> {
  exchange.begin(200, { 'Content-Type': yangJson })
  exchange.response.write('{')
  while (!exchange.clientIsGone) {
    exchange.response.write(' ')
    await wait(everyMs)
  }
}
