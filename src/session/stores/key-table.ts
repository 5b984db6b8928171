/**
 * Where things lie, by their key. It holds two numbers for each of them; the keys lie with the things themselves. A map
 * of strings costs ten times the memory, and among a million sessions the time of fetching all of it.
 */
export interface KeyTable {
  readonly size: number
  find(key: string): number | undefined
  /** From now on the key's thing lies there. */
  set(key: string, place: number): void
  delete(key: string): void
  /** The places in the next stretch of the table; after the last stretch comes the first again. */
  nextStretch(slots: number): number[]
}

const SMALLEST = 1_024
/** Fuller than this, looking takes many steps. */
const FULL = 0.7

/** Open addressing: a key lies in the slot that its hash names, or in the first free one after it. */
export function keyTable(keyAt: (place: number) => string): KeyTable {
  let slots = newSlots(SMALLEST)
  let size = 0
  let walked = 0

  /** The key's slot, or the free one that would be the key's. */
  function slotOf(key: string, hash: number): number {
    let slot = hash & slots.mask
    for (; !slots.isFree(slot); slot = slots.after(slot)) {
      if (slots.hash(slot) === hash && keyAt(slots.place(slot)) === key) break
    }
    return slot
  }

  function grow(): void {
    const old = slots
    slots = newSlots(2 * (old.mask + 1))
    for (let slot = 0; slot <= old.mask; slot++) {
      if (old.isFree(slot)) continue
      let free = old.hash(slot) & slots.mask
      while (!slots.isFree(free)) free = slots.after(free)
      slots.put(free, old.hash(slot), old.place(slot))
    }
  }

  return {
    get size() {
      return size
    },
    find(key) {
      const slot = slotOf(key, hashOf(key))
      return slots.isFree(slot) ? undefined : slots.place(slot)
    },
    set(key, place) {
      if (size >= FULL * (slots.mask + 1)) grow()
      const hash = hashOf(key)
      const slot = slotOf(key, hash)
      if (slots.isFree(slot)) size++
      slots.put(slot, hash, place)
    },
    delete(key) {
      const slot = slotOf(key, hashOf(key))
      if (slots.isFree(slot)) return
      size--
      closeUp(slots, slot)
    },
    nextStretch(count) {
      const places: number[] = []
      for (let step = 0; step < Math.min(count, slots.mask + 1); step++) {
        const slot = walked++ & slots.mask
        if (!slots.isFree(slot)) places.push(slots.place(slot))
      }
      return places
    },
  }
}

type Slots = ReturnType<typeof newSlots>

/** Pairs of numbers, so that a look at a slot is one look at memory: a key's hash, and its place. */
function newSlots(count: number) {
  const pairs = new Uint32Array(2 * count)
  const mask = count - 1
  return {
    mask,
    after: (slot: number) => (slot + 1) & mask,
    hash: (slot: number) => pairs[2 * slot] ?? 0,
    place: (slot: number) => (pairs[2 * slot + 1] ?? 0) - 1,
    isFree: (slot: number) => pairs[2 * slot + 1] === 0,
    put(slot: number, hash: number, place: number) {
      pairs[2 * slot] = hash
      pairs[2 * slot + 1] = place + 1
    },
  }
}

/** Frees a slot and moves up what lies behind it, or a look for that would stop at the gap. */
function closeUp(slots: Slots, freed: number): void {
  const distance = (from: number, to: number) => (to - from) & slots.mask
  let gap = freed
  for (let slot = slots.after(gap); !slots.isFree(slot); slot = slots.after(slot)) {
    const home = slots.hash(slot) & slots.mask
    if (distance(home, slot) < distance(gap, slot)) continue
    slots.put(gap, slots.hash(slot), slots.place(slot))
    gap = slot
  }
  slots.put(gap, 0, -1)
}

/** Keys are hashes already: of eight characters no two are alike for long. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5
  for (let place = 0; place < 8; place++) {
    hash = Math.imul(hash ^ (key.charCodeAt(place) || 0), 0x01000193)
  }
  return (hash ^ (hash >>> 15)) >>> 0
}
