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
  readonly slots: number
  readonly bytes: Buffer
  /** The first slot that was never used. */
  unused: number
  /** Slots that were used before. */
  readonly freeSlots: number[]
}

/** All boards of one slot size. */
interface Rack {
  /** How many they have together. */
  slots: number
  readonly withRoom: Set<Board>
}

export function byteShelf(): ByteShelf {
  /** By number. */
  const boards: (Board | undefined)[] = []
  const freeNumbers: number[] = []
  /** By slot size. */
  const racks = new Map<number, Rack>()

  function rackFor(slotSize: number): Rack {
    const rack = racks.get(slotSize) ?? { slots: 0, withRoom: new Set() }
    racks.set(slotSize, rack)
    return rack
  }

  function boardFor(slotSize: number): Board {
    const rack = rackFor(slotSize)
    for (const board of rack.withRoom) return board
    const board = newBoard(freeNumbers.pop() ?? boards.length, slotSize, rack.slots)
    boards[board.number] = board
    rack.slots += board.slots
    rack.withRoom.add(board)
    return board
  }

  function slotAt(place: number): { board: Board; slot: number; bytes: Buffer } {
    const board = boards[Math.floor(place / MOST_SLOTS)]
    if (!board) throw new RangeError('nothing lies there')
    const slot = place % MOST_SLOTS
    return { board, slot, bytes: board.bytes.subarray(slot * board.slotSize, (slot + 1) * board.slotSize) }
  }

  /** One empty board of a size is kept, or a lone session would make and drop one at each login. */
  function giveBack(board: Board, slot: number): void {
    const rack = rackFor(board.slotSize)
    rack.withRoom.add(board)
    board.freeSlots.push(slot)
    if (board.freeSlots.length < board.unused || rack.withRoom.size === 1) return
    rack.withRoom.delete(board)
    rack.slots -= board.slots
    boards[board.number] = undefined
    freeNumbers.push(board.number)
  }

  return {
    put(bytes) {
      const board = boardFor(Math.ceil(bytes.length / SLOT_STEP) * SLOT_STEP)
      const slot = board.freeSlots.pop() ?? board.unused++
      if (isFull(board)) rackFor(board.slotSize).withRoom.delete(board)
      board.bytes.set(bytes, slot * board.slotSize)
      return board.number * MOST_SLOTS + slot
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
 * A board is as large as all before it together. Of many small ones, each that outlives the logins around it keeps a
 * block of the heap from being freed, and has to be fetched when one of its own is looked for; a large one that is
 * hardly used makes the collector wait for more garbage.
 */
const LEAST_SLOTS = 1_024
const MOST_SLOTS = 16_384

function newBoard(number: number, slotSize: number, slotsBefore: number): Board {
  const slots = Math.min(MOST_SLOTS, Math.max(LEAST_SLOTS, slotsBefore))
  return { number, slotSize, slots, bytes: Buffer.alloc(slots * slotSize), unused: 0, freeSlots: [] }
}

function isFull({ slots, unused, freeSlots }: Board): boolean {
  return unused === slots && freeSlots.length === 0
}
