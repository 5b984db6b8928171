import { connect } from 'node:net'

/** What came back over one connection: its answers in order, and how it ended. */
export interface Conversation {
  readonly answers: readonly RawAnswer[]
  /** Everything that was heard, one character a byte. */
  readonly heard: string
  readonly closed: boolean
}

export interface RawAnswer {
  readonly status: number
  /** By lower-case name; every value of a header that came several times. */
  readonly headers: ReadonlyMap<string, readonly string[]>
  readonly body: string
}

/**
 * Sends bytes as they are, one character a byte, and listens until the server hangs up, or until it has given as many
 * answers as were asked for.
 */
export function talk(
  port: number,
  text: string,
  { answers = Number.POSITIVE_INFINITY } = {},
): Promise<Conversation> {
  const isHead = /^HEAD /.test(text)
  return new Promise((resolve) => {
    let heard = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from(text, 'latin1')))
    const finish = (closed: boolean) => {
      resolve({ answers: readAnswers(heard, isHead), heard, closed })
      socket.destroy()
    }
    socket.on('data', (bytes) => {
      heard += bytes.toString('latin1')
      if (readAnswers(heard, isHead).length >= answers) finish(false)
    })
    socket.on('error', () => finish(true))
    socket.on('close', () => finish(true))
  })
}

/** The first value of a header; empty when there is none. */
export function header({ headers }: RawAnswer, name: string): string {
  return headers.get(name)?.[0] ?? ''
}

export function readAnswers(heard: string, isHead: boolean): RawAnswer[] {
  const answers: RawAnswer[] = []
  for (let at = 0; heard.startsWith('HTTP/1.', at); ) {
    const headEnd = heard.indexOf('\r\n\r\n', at)
    if (headEnd < 0) break
    const [statusLine = '', ...lines] = heard.slice(at, headEnd).split('\r\n')
    const headers = readHeaders(lines)
    const length = isHead ? 0 : Number(headers.get('content-length')?.[0] ?? 0)
    const end = headEnd + 4 + length
    if (heard.length < end) break
    const status = Number(statusLine.split(' ')[1])
    if (status !== 100) answers.push({ status, headers, body: heard.slice(headEnd + 4, end) })
    at = end
  }
  return answers
}

function readHeaders(lines: readonly string[]): Map<string, string[]> {
  const headers = new Map<string, string[]>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    headers.set(name, [...(headers.get(name) ?? []), line.slice(colon + 1).trim()])
  }
  return headers
}
