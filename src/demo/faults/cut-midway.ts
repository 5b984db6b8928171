import type { Answer } from '../answer.ts'
import type { Exchange } from '../exchange.ts'
import { wait } from '../pace.ts'

/** Sends half of a body and cuts the connection. */
export async function cutMidway(
  exchange: Exchange,
  { status, mediaType = '', body = '' }: Answer,
  framing: 'length' | 'chunked',
): Promise<void> {
  const bytes = Buffer.from(body)
  const length = framing === 'length' ? { 'Content-Length': bytes.length } : {}
  exchange.begin(status, { 'Content-Type': mediaType, ...length })
  exchange.response.write(bytes.subarray(0, bytes.length / 2))
  // time for the half to leave, or the client would see a plain reset
  await wait(20)
  exchange.response.socket?.destroy()
}
