import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'

export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Question {
  readonly method?: string
  /** `name:password`, logged in as admin unless told otherwise; undefined sends no header. */
  readonly login?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** One request over a connection of its own, the path sent as it is written. */
export function ask(
  { port }: { readonly port: number },
  path: string,
  question: Question = {},
): Promise<Reply> {
  const { method = 'GET', headers = {}, body } = question
  const login = 'login' in question ? question.login : 'admin:admin'
  const type = body === undefined ? {} : { 'Content-Type': 'application/yang-data+json' }
  return new Promise((resolve, reject) => {
    const options = { port, path, method, agent: false, headers: { ...basic(login), ...type, ...headers } }
    const sent = request({ host: '127.0.0.1', ...options }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response
        resolve({ status, headers, body: Buffer.concat(chunks).toString() })
      })
    })
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

export function basic(login: string | undefined): Record<string, string> {
  return login === undefined ? {} : { Authorization: `Basic ${Buffer.from(login).toString('base64')}` }
}

/** Bytes as they go over the wire, and what came back until `enough`, or until the device hung up. */
export function talk(
  { port }: { readonly port: number },
  text: string,
  enough: (heard: string) => boolean = () => false,
): Promise<{ readonly heard: string; readonly end: 'enough' | 'closed' | 'reset' }> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text, 'latin1'))
    let heard = ''
    const finish = (end: 'enough' | 'closed' | 'reset') => {
      resolve({ heard, end })
      socket.destroy()
    }
    socket.on('data', (data) => {
      heard += data.toString('latin1')
      if (enough(heard)) finish('enough')
    })
    socket.on('error', () => finish('reset'))
    socket.on('close', () => finish('closed'))
  })
}
