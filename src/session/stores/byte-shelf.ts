/**
 * Keeps many small runs of bytes in few large buffers: with an array of its own, a record of five
 * hundred bytes takes twelve hundred of memory.
 */
export interface ByteShelf {
  /** Where the bytes lie from now on. */
  put(bytes: Uint8Array): number
  /** What lies there, as a view that is good until the next change. */
  look(place: number): Buffer
  /** Overwrites the first bytes of what lies there. */
  patch(place: number, bytes: Uint8Array): void
  /** Wipes what lies there and gives the room back. */
  clear(place: number): void
}

/** One buffer, cut into slots of one size. A place is the number of a board and of a slot on it. */
interface Board {
  readonly number: number
  readonly slotSize: number
  readonly bytes: Buffer
  readonly freeSlots: number[]
}

export function byteShelf(): ByteShelf {
  const boards = new Map<number, Board>()
  /** By slot size. */
  const withRoom = new Map<number, Set<Board>>()
  let boardsMade = 0

  function boardFor(slotSize: number): Board {
    const roomy = withRoom.get(slotSize) ?? new Set()
    for (const board of roomy) return board
    const board = newBoard(boardsMade++, slotSize)
    boards.set(board.number, board)
    withRoom.set(slotSize, roomy.add(board))
    return board
  }

  function slotAt(place: number): { board: Board; slot: number; bytes: Buffer } {
    const board = boards.get(Math.floor(place / SLOTS))
    if (!board) throw new RangeError('nothing lies there')
    const slot = place % SLOTS
    return { board, slot, bytes: board.bytes.subarray(slot * board.slotSize, (slot + 1) * board.slotSize) }
  }

  /** One empty board of a size is kept, or a lone session would make and drop one at each login. */
  function giveBack(board: Board, slot: number): void {
    const roomy = withRoom.get(board.slotSize)?.add(board)
    board.freeSlots.push(slot)
    if (board.freeSlots.length < SLOTS || roomy?.size === 1) return
    roomy?.delete(board)
    boards.delete(board.number)
  }

  return {
    put(bytes) {
      const board = boardFor(Math.ceil(bytes.length / SLOT_STEP) * SLOT_STEP)
      const slot = board.freeSlots.pop() ?? 0
      if (board.freeSlots.length === 0) withRoom.get(board.slotSize)?.delete(board)
      board.bytes.set(bytes, slot * board.slotSize)
      return board.number * SLOTS + slot
    },
    look: (place) => slotAt(place).bytes,
    patch: (place, bytes) => slotAt(place).bytes.set(bytes),
    clear(place) {
      const { board, slot, bytes } = slotAt(place)
      bytes.fill(0)
      giveBack(board, slot)
    },
  }
}

const SLOT_STEP = 32
const SLOTS = 256

function newBoard(number: number, slotSize: number): Board {
  const freeSlots = Array.from({ length: SLOTS }, (_, slot) => SLOTS - 1 - slot)
  return { number, slotSize, bytes: Buffer.alloc(SLOTS * slotSize), freeSlots }
}
