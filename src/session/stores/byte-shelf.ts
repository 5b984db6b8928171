/**
 * Keeps many small runs of bytes in few large buffers: with an array of its own, a record of five
 * hundred bytes takes twelve hundred of memory.
 */
export interface ByteShelf {
  /** Where the bytes lie from now on. */
  put(bytes: Uint8Array): number
  /** What lies there, to be read and overwritten until it is cleared. */
  look(place: number): Buffer
  /** Wipes what lies there and gives the room back. */
  clear(place: number): void
}

/** One buffer, cut into slots of one size. A place is the number of a board and of a slot on it. */
interface Board {
  readonly number: number
  readonly slotSize: number
  readonly bytes: Buffer
  /** The first slot that was never used. */
  unused: number
  /** Slots that were used before. */
  readonly freeSlots: number[]
}

export function byteShelf(): ByteShelf {
  /** By number. */
  const boards: (Board | undefined)[] = []
  const freeNumbers: number[] = []
  /** By slot size. */
  const withRoom = new Map<number, Set<Board>>()

  function boardFor(slotSize: number): Board {
    const roomy = withRoom.get(slotSize) ?? new Set()
    for (const board of roomy) return board
    const board = newBoard(freeNumbers.pop() ?? boards.length, slotSize)
    boards[board.number] = board
    withRoom.set(slotSize, roomy.add(board))
    return board
  }

  function slotAt(place: number): { board: Board; slot: number; bytes: Buffer } {
    const board = boards[Math.floor(place / SLOTS)]
    if (!board) throw new RangeError('nothing lies there')
    const slot = place % SLOTS
    return { board, slot, bytes: board.bytes.subarray(slot * board.slotSize, (slot + 1) * board.slotSize) }
  }

  /** One empty board of a size is kept, or a lone session would make and drop one at each login. */
  function giveBack(board: Board, slot: number): void {
    const roomy = withRoom.get(board.slotSize)?.add(board)
    board.freeSlots.push(slot)
    if (board.freeSlots.length < board.unused || roomy?.size === 1) return
    roomy?.delete(board)
    boards[board.number] = undefined
    freeNumbers.push(board.number)
  }

  return {
    put(bytes) {
      const board = boardFor(Math.ceil(bytes.length / SLOT_STEP) * SLOT_STEP)
      const slot = board.freeSlots.pop() ?? board.unused++
      if (isFull(board)) withRoom.get(board.slotSize)?.delete(board)
      board.bytes.set(bytes, slot * board.slotSize)
      return board.number * SLOTS + slot
    },
    look: (place) => slotAt(place).bytes,
    clear(place) {
      const { board, slot, bytes } = slotAt(place)
      bytes.fill(0)
      giveBack(board, slot)
    },
  }
}

const SLOT_STEP = 16
/**
 * Few large boards: each small one that outlives the logins around it keeps a block of the heap from being freed, and
 * has to be fetched when one of its own is looked for. What was never used of one takes no memory.
 */
const SLOTS = 16_384

function newBoard(number: number, slotSize: number): Board {
  return { number, slotSize, bytes: Buffer.alloc(SLOTS * slotSize), unused: 0, freeSlots: [] }
}

function isFull({ unused, freeSlots }: Board): boolean {
  return unused === SLOTS && freeSlots.length === 0
}
