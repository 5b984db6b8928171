import { keyTable } from './key-table.ts'
import type { RecordShelf } from './record-shelf.ts'

/** Which records an owner has: the newest is known here, and on each is written which came before it. */
export interface OwnerChains {
  add(owner: string, place: number): void
  remove(owner: string, place: number): void
  count(owner: string): number
  /** In the order they came. */
  placesOf(owner: string): number[]
}

export function ownerChains(shelf: RecordShelf): OwnerChains {
  const newest = keyTable(shelf.ownerAt)

  function placesOf(owner: string): number[] {
    const places: number[] = []
    for (let place = newest.find(owner); place !== undefined; place = shelf.olderAt(place)) places.push(place)
    return places.reverse()
  }

  return {
    placesOf,
    count(owner) {
      const place = newest.find(owner)
      return place === undefined ? 0 : shelf.countAt(place)
    },
    add(owner, place) {
      shelf.link(place, newest.find(owner))
      newest.set(owner, place)
    },
    remove(owner, place) {
      const places = placesOf(owner)
      let older = shelf.olderAt(place)
      for (const newer of places.slice(places.indexOf(place) + 1)) {
        shelf.link(newer, older)
        older = newer
      }
      if (older === undefined) newest.delete(owner)
      else newest.set(owner, older)
    },
  }
}
