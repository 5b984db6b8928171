/** What this tab remembers from one page to the next; other tabs do not see it. */
interface TabMemory {
  /** What the user did on the page before. `follow`: this tab logged in because another tab did. */
  readonly step: 'log-in' | 'follow' | 'log-out'
  /** How its session ended, where the tab knows better than the server. */
  readonly ending: 'logged-out' | 'timed-out'
  /** The page it was on, to come back to: path, title and user name. */
  readonly page: string
}

type Name = keyof TabMemory

export function remember<N extends Name>(name: N, value: TabMemory[N]): void {
  storage()?.setItem(keyOf(name), value)
}

/** Returns what was remembered, and forgets it. */
export function take(name: Name): string | undefined {
  const value = storage()?.getItem(keyOf(name)) ?? undefined
  forget(name)
  return value
}

export function forget(name: Name): void {
  storage()?.removeItem(keyOf(name))
}

/** A browser that blocks cookies blocks this too: reading the property throws. */
function storage(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}

const keyOf = (name: Name) => `portico.${name}`

/** What the tabs of one browser tell each other. */
type Message = 'logged-in' | 'logged-out' | 'session-used'

let channel: BroadcastChannel | undefined

export function tellTabs(message: Message): void {
  open().postMessage(message)
}

/** Calls back when another tab sends the message. */
export function onTabs(message: Message, listener: () => void): void {
  open().addEventListener('message', ({ data }) => {
    if (data === message) listener()
  })
}

function open(): BroadcastChannel {
  channel ??= new BroadcastChannel('portico')
  return channel
}
