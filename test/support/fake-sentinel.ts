import { createServer, type Socket } from 'node:net'

/** Something that answers as a sentinel does, and can be slow and tactless about it. */
export interface FakeSentinel {
  readonly url: string
  /** How many now wait for an answer. */
  readonly waiting: number
  /** How many listen for a change of masters. */
  readonly listeners: number
  /** From now on questions wait. */
  hold(): void
  /** Says to all who listen that there is another master. */
  announceSwitch(): void
  /** Answers those who wait. */
  release(): void
  stop(): void
}

export async function startFakeSentinel(masterPort: number): Promise<FakeSentinel> {
  const listeners = new Set<Socket>()
  const waiting: (() => void)[] = []
  let isHolding = false

  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('close', () => listeners.delete(socket))
    // Several questions come in one piece.
    socket.on('data', (data) => {
      for (const asked of String(data).split(/(?=[*][0-9]+\r\n)/)) answer(socket, asked.toLowerCase())
    })
  })

  function answer(socket: Socket, asked: string): void {
    if (asked.includes('subscribe')) {
      listeners.add(socket)
      socket.write('*3\r\n$9\r\nsubscribe\r\n$14\r\n+switch-master\r\n:1\r\n')
    } else if (asked.includes('get-master-addr-by-name')) {
      const say = () => socket.write(array('127.0.0.1', `${masterPort}`))
      if (isHolding) waiting.push(say)
      else say()
    } else socket.write('*0\r\n')
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `redis+sentinel://127.0.0.1:${port}/mymaster`,
    get waiting() {
      return waiting.length
    },
    get listeners() {
      return listeners.size
    },
    hold() {
      isHolding = true
    },
    announceSwitch() {
      for (const socket of listeners) socket.write(array('message', '+switch-master', 'mymaster'))
    },
    release() {
      isHolding = false
      for (const say of waiting.splice(0)) say()
    },
    stop: () => server.close(),
  }
}

function array(...words: readonly string[]): string {
  return `*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`
}
