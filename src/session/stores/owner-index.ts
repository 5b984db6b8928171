/** Which keys an owner has, in the order they came. */
export interface OwnerIndex {
  add(owner: string, key: string): void
  remove(owner: string, key: string): void
  keysOf(owner: string): readonly string[]
}

/** Nearly every owner has one key, and a list around it would cost more than the key. */
type Keys = string | readonly string[]

export function ownerIndex(): OwnerIndex {
  const keysByOwner = new Map<string, Keys>()
  const keysOf = (owner: string) => listOf(keysByOwner.get(owner) ?? [])

  function set(owner: string, keys: readonly string[]): void {
    const [only, ...others] = keys
    if (only === undefined) keysByOwner.delete(owner)
    else keysByOwner.set(owner, others.length === 0 ? only : keys)
  }

  return {
    add: (owner, key) => set(owner, [...keysOf(owner), key]),
    remove: (owner, key) =>
      set(
        owner,
        keysOf(owner).filter((other) => other !== key),
      ),
    keysOf,
  }
}

function listOf(keys: Keys): readonly string[] {
  return typeof keys === 'string' ? [keys] : keys
}
