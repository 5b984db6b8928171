import type { ServerResponse } from 'node:http'
import { constants, crc32, deflateRawSync, gzipSync } from 'node:zlib'
import { wait } from '../../../src/demo/accounts.ts'
import { type Answer, yangJson } from '../../../src/demo/answer.ts'
import type { Exchange } from '../../../src/demo/exchange.ts'
import type { FaultOf } from './faults.ts'

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
async function writeRepeated(exchange: Exchange, block: Buffer, bytes: number): Promise<void> {
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

export function sendGzip(exchange: Exchange, { status, mediaType = '', body = '' }: Answer): void {
  exchange.begin(status, { 'Content-Type': mediaType, 'Content-Encoding': 'gzip' })
  exchange.response.write(gzipSync(body))
  exchange.end()
}

/** Sends a thousandth of what the client gets when it inflates it: blanks, and `{}` at the end. */
export async function sendBomb(exchange: Exchange, inflatesTo: number): Promise<void> {
  const blocks = Math.max(1, Math.ceil(inflatesTo / blank.length))
  exchange.begin(200, { 'Content-Type': yangJson, 'Content-Encoding': 'gzip' })
  exchange.response.write(gzipHead)
  await writeRepeated(exchange, packedBlank, blocks * packedBlank.length)
  exchange.response.write(deflateRawSync(tail))
  exchange.response.write(trailer(blocks))
  exchange.end()
}

const blank = Buffer.alloc(1024 * 1024, ' ')
const tail = Buffer.from('{}')
/** A full flush ends on a byte and refers to nothing before it: it can be repeated as it is. */
const packedBlank = deflateRawSync(blank, { finishFlush: constants.Z_FULL_FLUSH })
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])

function trailer(blocks: number): Buffer {
  let checksum = 0
  for (let block = 0; block < blocks; block += 1) checksum = crc32(blank, checksum)
  const bytes = Buffer.alloc(8)
  bytes.writeUInt32LE(crc32(tail, checksum), 0)
  bytes.writeUInt32LE((blocks * blank.length + tail.length) % 2 ** 32, 4)
  return bytes
}

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
