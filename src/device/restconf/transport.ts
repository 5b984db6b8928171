import type { IncomingMessage } from 'node:http'
import http from 'node:http'
import https from 'node:https'
import type { Answer } from './answer.ts'
import { failure } from './codes.ts'
import { connectionFailure } from './connection-failure.ts'
import { startDeadline } from './deadline.ts'
import type { DeviceTrust } from './tls.ts'
import { tlsOptions, whenTrusted } from './tls.ts'

export interface TransportSettings {
  readonly root: URL
  readonly trust: DeviceTrust
  readonly timeoutMs: number
  readonly maxBodyBytes: number
}

/** HTTP to one device over a small pool of connections. */
export interface Transport {
  /** Asks once and returns the whole answer, whatever its status. Throws a DeviceError when there is none. */
  get(question: Question): Promise<Answer>
  /** Closes idle connections. */
  close(): void
}

export interface Question {
  /** Below the root, beginning with a slash. */
  readonly path: string
  readonly authorization?: string | undefined
  readonly within?: AbortSignal | undefined
}

/**
 * node:http and not fetch: this runtime's fetch asks again by itself when a pooled connection turns out
 * closed, and each asking carries a password that the device counts.
 */
export function openTransport(settings: TransportSettings): Transport {
  const agent = openAgent(settings)
  return {
    get: (question) => converse(settings, agent, question),
    close() {
      for (const idle of Object.values(agent.freeSockets)) {
        for (const socket of idle ?? []) socket.destroy()
      }
    },
  }
}

function openAgent({ root, trust }: TransportSettings): http.Agent {
  // An idle connection is given up long before a device would close it: a request that meets the closing
  // is lost, and looks like a dead device. A shorter `Keep-Alive: timeout=` is obeyed by the agent.
  const pool = { keepAlive: true, timeout: 4000, maxSockets: 64, maxFreeSockets: 8 }
  return root.protocol === 'http:' ? new http.Agent(pool) : new https.Agent({ ...pool, ...tlsOptions(trust) })
}

async function converse(settings: TransportSettings, agent: http.Agent, question: Question): Promise<Answer> {
  const deadline = startDeadline(settings.timeoutMs, question.within)
  try {
    deadline.signal.throwIfAborted()
    const response = await send(settings, agent, question, deadline.signal)
    return await receive(response, settings.maxBodyBytes)
  } catch (error) {
    deadline.signal.throwIfAborted()
    throw connectionFailure(error)
  } finally {
    deadline.clear()
  }
}

function send(
  { root, trust }: TransportSettings,
  agent: http.Agent,
  { path, authorization }: Question,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { request: open } = root.protocol === 'http:' ? http : https
  const request = open(root, {
    agent,
    path: root.pathname.replace(/\/+$/, '') + path,
    headers: {
      Accept: 'application/yang-data+json',
      'Accept-Encoding': 'identity',
      ...(authorization !== undefined && { Authorization: authorization }),
    },
  })
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => {
      request.destroy()
      reject(signal.reason) // a request given up during a handshake tells nobody
    })
    let handshaking = root.protocol === 'https:'
    request.on('socket', (socket) =>
      whenTrusted(socket, trust, (refusal) => {
        handshaking = false
        if (refusal) request.destroy(refusal)
        else request.end()
      }),
    )
    request.on('response', resolve)
    request.on('upgrade', ({ statusCode = 0 }, socket) => {
      socket.destroy()
      reject(failure(`status-${statusCode}`))
    })
    request.on('error', (error) => reject(connectionFailure(error, handshaking)))
  })
}

async function receive(response: IncomingMessage, maxBodyBytes: number): Promise<Answer> {
  try {
    return {
      status: response.statusCode ?? 0,
      mediaType: mediaTypeOf(response),
      body: await readBody(response, maxBodyBytes),
    }
  } catch (error) {
    // An answer that is not read to its end keeps its connection busy for ever.
    response.destroy()
    throw error
  }
}

async function readBody(response: IncomingMessage, maxBodyBytes: number): Promise<Uint8Array> {
  const { 'content-encoding': encoding = 'identity' } = response.headers
  if (encoding.toLowerCase() !== 'identity') throw failure('content-encoding')

  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response) {
    size += chunk.length
    if (size > maxBodyBytes) throw failure('too-large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function mediaTypeOf({ headers }: IncomingMessage): string {
  return headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
}
