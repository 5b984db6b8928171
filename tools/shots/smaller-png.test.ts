import { expect, test } from 'bun:test'
import { deflateSync, inflateSync } from 'node:zlib'
import { readPixels } from './read-pixels.ts'
import { smallerPng } from './smaller-png.ts'

const red = [255, 0, 0]
const blue = [0, 0, 255]

/** A red row and a blue one, the second told as its difference from the first. */
const twoRows = [0, ...red, ...red, 2, ...[1, 0, 255], ...[1, 0, 255]]

test('a picture of a few colours stays what it was', () => {
  const smaller = smallerPng(pngOf(2, 2, twoRows))
  expect(smaller[25]).toBe(3)
  const palette = smaller.subarray(smaller.indexOf('PLTE') + 4)
  expect([...palette.subarray(0, 6)]).toEqual([...red, ...blue])
  const data = smaller.subarray(smaller.indexOf('IDAT') + 4)
  expect([...inflateSync(data)]).toEqual([0, 0, 0, 0, 1, 1])
})

test('colours too many to count are made coarser, not fewer pixels', () => {
  const row = (y: number) => [0, ...Array.from({ length: 64 }, (_, x) => [x * 4, y * 4, 128]).flat()]
  const smaller = smallerPng(pngOf(64, 64, Array.from({ length: 64 }, (_, y) => row(y)).flat()))
  const palette = smaller.subarray(smaller.indexOf('PLTE') - 4)
  expect(palette.readUInt32BE(0)).toBeLessThanOrEqual(256 * 3)
  expect(smaller.readUInt32BE(16)).toBe(64)
})

test('every way to filter a line is read', () => {
  const lines = [
    ...[0, 10, 20, 30, 40, 50, 60],
    ...[1, 10, 20, 30, 30, 30, 30],
    ...[2, 0, 0, 0, 0, 0, 0],
    ...[3, 5, 10, 15, 15, 15, 15],
    ...[4, 0, 0, 0, 0, 0, 0],
  ]
  const { pixels } = readPixels(pngOf(2, 5, lines), inflateSync)
  expect(pixels).toEqual(Array.from({ length: 5 }, () => [0x0a141e, 0x28323c]).flat())
})

/** As much of a PNG as is read: its size, its kind of pixels, its lines. */
function pngOf(width: number, height: number, lines: readonly number[]): Buffer {
  const head = Buffer.alloc(33)
  head.writeUInt32BE(13, 8)
  head.write('IHDR', 12)
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  head.set([8, 2], 24)
  const data = deflateSync(Buffer.from(lines))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([head, length, Buffer.from('IDAT'), data, Buffer.alloc(4)])
}
