export interface Pixels {
  readonly width: number
  readonly height: number
  /** 0xRRGGBB, row by row. */
  readonly pixels: readonly number[]
}

/** What is in a PNG as a browser writes it: 8 bits a channel, opaque, not interlaced. */
export function readPixels(png: Buffer, inflate: (bytes: Buffer) => Buffer): Pixels {
  const width = png.readUInt32BE(16)
  const height = png.readUInt32BE(20)
  const channels = png[25] === 6 ? 4 : 3
  const lines = inflate(Buffer.concat(dataOf(png)))
  const size = width * channels
  const pixels: number[] = []
  let above = Buffer.alloc(size)

  for (let y = 0; y < height; y++) {
    const start = y * (size + 1)
    const line = Buffer.from(lines.subarray(start + 1, start + 1 + size))
    unfilter(line, above, { filter: lines[start] ?? 0, channels })
    for (let x = 0; x < size; x += channels) pixels.push(line.readUIntBE(x, 3))
    above = line
  }
  return { width, height, pixels }
}

function dataOf(png: Buffer): Buffer[] {
  const data: Buffer[] = []
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(png.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  return data
}

/** Each byte was written as its difference from what its neighbours foretell (PNG, section 9). */
function unfilter(
  line: Buffer,
  above: Buffer,
  { filter, channels }: { filter: number; channels: number },
): void {
  for (let x = 0; x < line.length; x++) {
    const left = line[x - channels] ?? 0
    const up = above[x] ?? 0
    const foretold = foretell(filter, left, up, above[x - channels] ?? 0)
    line[x] = (line[x] ?? 0) + foretold
  }
}

function foretell(filter: number, left: number, up: number, upperLeft: number): number {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  return filter === 4 ? paeth(left, up, upperLeft) : 0
}

function paeth(left: number, up: number, upperLeft: number): number {
  const guess = left + up - upperLeft
  const toLeft = Math.abs(guess - left)
  const toUp = Math.abs(guess - up)
  const toUpperLeft = Math.abs(guess - upperLeft)
  if (toLeft <= toUp && toLeft <= toUpperLeft) return left
  return toUp <= toUpperLeft ? up : upperLeft
}
