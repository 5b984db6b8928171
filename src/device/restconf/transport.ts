import http from 'node:http'
import https from 'node:https'
import type { Answer } from './answer.ts'
import { failure } from './codes.ts'
import { connectionFailure } from './connection-failure.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import { receiveAnswer } from './receive-answer.ts'
import { sendRequest } from './send-request.ts'
import type { DeviceTrust } from './tls.ts'
import { tlsOptions } from './tls.ts'

export interface TransportSettings {
  readonly root: URL
  readonly trust: DeviceTrust
  readonly timeoutMs: number
  readonly maxBodyBytes: number
}

/** The settings with the connections that were opened by them. */
export interface Pool extends TransportSettings {
  readonly agent: http.Agent
  /** The exchanges under way. */
  readonly underWay: Set<Deadline>
}

/** HTTP to one device over a small pool of connections. */
export interface Transport {
  /** Asks once and returns the whole answer, whatever its status. Throws a DeviceError when there is none. */
  get(question: Question): Promise<Answer>
  /** Gives up what is under way, asks nothing more, and closes the connections. */
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
  const pool: Pool = { ...settings, agent, underWay: new Set() }
  let isClosed = false
  return {
    async get(question) {
      if (isClosed) throw failure('aborted')
      return converse(pool, question)
    },
    close() {
      isClosed = true
      for (const deadline of pool.underWay) deadline.giveUp()
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

async function converse(pool: Pool, question: Question): Promise<Answer> {
  const deadline = startDeadline(pool.timeoutMs, question.within)
  pool.underWay.add(deadline)
  try {
    deadline.signal.throwIfAborted()
    const response = await sendRequest(pool, question, deadline.signal)
    return await receiveAnswer(response, pool.maxBodyBytes)
  } catch (error) {
    deadline.signal.throwIfAborted()
    throw connectionFailure(error)
  } finally {
    deadline.clear()
    pool.underWay.delete(deadline)
  }
}
