import { constants, crc32, deflateRawSync, gzipSync } from 'node:zlib'
import { type Answer, yangJson } from '../answer.ts'
import type { Exchange } from '../exchange.ts'
import { writeRepeated } from './huge.ts'

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
