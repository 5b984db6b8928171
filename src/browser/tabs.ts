/** What the tabs of one browser tell each other. */
type Message = 'logged-in' | 'logged-out' | 'session-used'

let channel: BroadcastChannel | undefined

export function tellTabs(message: Message): void {
  open().postMessage(message)
}

/** Calls back when another tab says so. */
export function onTabs(message: Message, listener: () => void): void {
  open().addEventListener('message', ({ data }) => {
    if (data === message) listener()
  })
}

function open(): BroadcastChannel {
  channel ??= new BroadcastChannel('portico')
  return channel
}
