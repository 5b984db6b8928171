/** What this tab keeps from one page to the next, and no other tab sees. */
export interface TabMemory {
  /** What it was about when it left the page before; to follow is to come in because another tab did. */
  readonly step: 'log-in' | 'follow' | 'log-out'
  /** How its session ended, where the tab knows better than the server. */
  readonly ending: 'signed-out' | 'timed-out'
  /** The page it was on, for coming back: path, title and user name. */
  readonly page: string
}

type Name = keyof TabMemory

export function remember<N extends Name>(name: N, value: TabMemory[N]): void {
  storage()?.setItem(keyOf(name), value)
}

/** The memory, and nothing is left of it. */
export function take(name: Name): string | undefined {
  const value = storage()?.getItem(keyOf(name)) ?? undefined
  forget(name)
  return value
}

export function forget(name: Name): void {
  storage()?.removeItem(keyOf(name))
}

/** Where cookies are blocked, so is this: asking for it throws. */
function storage(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}

const keyOf = (name: Name) => `portico.${name}`
