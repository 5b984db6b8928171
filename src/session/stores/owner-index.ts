/** Which keys an owner has, in the order they came. */
export interface OwnerIndex {
  add(owner: string, key: string): void
  remove(owner: string, key: string): void
  keysOf(owner: string): readonly string[]
}

export function ownerIndex(): OwnerIndex {
  const keysByOwner = new Map<string, string[]>()

  return {
    add(owner, key) {
      const keys = keysByOwner.get(owner)
      if (keys) keys.push(key)
      else keysByOwner.set(owner, [key])
    },
    remove(owner, key) {
      const keys = keysByOwner.get(owner) ?? []
      const place = keys.indexOf(key)
      if (place >= 0) keys.splice(place, 1)
      if (keys.length === 0) keysByOwner.delete(owner)
    },
    keysOf: (owner) => keysByOwner.get(owner) ?? [],
  }
}
