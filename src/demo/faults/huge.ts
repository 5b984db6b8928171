import type { ServerResponse } from 'node:http'
import { yangJson } from '../answer.ts'
import type { Exchange } from '../exchange.ts'
import type { FaultOf } from './fault.ts'

/** Sends valid JSON of so many bytes, made as fast as the client takes it and never held as a whole. */
export async function sendHuge(exchange: Exchange, { bytes, framing }: FaultOf<'huge'>): Promise<void> {
  const length = Math.max(bytes, start.length + end.length)
  const framed = framing === 'length' ? { 'Content-Length': length } : {}
  exchange.begin(200, { 'Content-Type': yangJson, ...framed })
  exchange.response.write(start)
  await writeRepeated(exchange, filling, length - start.length - end.length)
  exchange.response.write(end)
  exchange.end()
}

const start = '{"ietf-yang-library:yang-library":{"content-id":"'
const end = '"}}'
const filling = Buffer.alloc(64 * 1024, 'x')

/** Writes a block over and over until so many bytes are sent or the client is gone. */
export async function writeRepeated(exchange: Exchange, block: Buffer, bytes: number): Promise<void> {
  for (let left = bytes; left > 0 && !exchange.clientIsGone; left -= block.length) {
    const hasRoom = exchange.response.write(left < block.length ? block.subarray(0, left) : block)
    if (!hasRoom) await roomOrEnd(exchange.response)
  }
}

function roomOrEnd(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      response.off('drain', goOn)
      response.off('close', goOn)
      resolve()
    }
    response.on('drain', goOn)
    response.on('close', goOn)
  })
}
