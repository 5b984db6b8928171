import { deflateSync, inflateSync } from 'node:zlib'
import { readPixels } from './read-pixels.ts'

/** The same picture with at most 256 colours, each told once: a third of the bytes for a page made of a few. */
export function smallerPng(png: Buffer): Buffer {
  const { width, height, pixels } = readPixels(png, inflateSync)
  const { palette, indexes } = paint(pixels)
  const rows = Array.from({ length: height }, (_, y) =>
    // No filter: neighbouring numbers of a palette say nothing about each other.
    Buffer.concat([Buffer.from([0]), indexes.subarray(y * width, (y + 1) * width)]),
  )
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    png.subarray(0, 8),
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Colours are made coarser until they are few enough; the most frequent of a kind stands for all that look like it. */
function paint(pixels: readonly number[]): { palette: Buffer; indexes: Buffer } {
  const counts = new Map<number, number>()
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const frequentFirst = [...counts.keys()].toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))

  let palette = frequentFirst
  let kindOf = (colour: number) => colour
  for (let bits = 1; palette.length > 256; bits++) {
    const mask = 0x010101 * ((0xff << bits) & 0xff)
    kindOf = (colour) => colour & mask
    palette = firstOfEachKind(frequentFirst, kindOf)
  }

  const numbers = new Map(palette.map((colour, number) => [kindOf(colour), number]))
  return {
    palette: Buffer.from(palette.flatMap((rgb) => [rgb >> 16, (rgb >> 8) & 255, rgb & 255])),
    indexes: Buffer.from(pixels.map((colour) => numbers.get(kindOf(colour)) ?? 0)),
  }
}

function firstOfEachKind(colours: readonly number[], kindOf: (colour: number) => number): number[] {
  const kinds = new Map<number, number>()
  for (const colour of colours) if (!kinds.has(kindOf(colour))) kinds.set(kindOf(colour), colour)
  return [...kinds.values()]
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(Bun.hash.crc32(content))
  return Buffer.concat([length, content, sum])
}
