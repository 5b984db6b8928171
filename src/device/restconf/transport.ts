import type { IncomingMessage } from 'node:http'
import type { Answer } from './answer.ts'
import { connectionFailure, failure } from './codes.ts'
import type { Pool, PoolSettings, Question } from './pool.ts'

export interface TransportSettings extends PoolSettings {
  readonly timeoutMs: number
  readonly maxBodyBytes: number
}

/** HTTP to one device over a small pool of connections. */
export interface Transport {
  /** Asks once and returns the whole answer, whatever its status. Throws a DeviceError when there is none. */
  ask(question: Question, within?: AbortSignal): Promise<Answer>
  /** Cancels the requests under way, makes no more, and closes the connections. */
  close(): void
}

/**
 * node:http and not fetch: this runtime's fetch asks again by itself when a pooled connection turns out
 * closed, and each request carries a password that the device counts.
 */
export function openTransport({ timeoutMs, maxBodyBytes, ...settings }: TransportSettings): Transport {
  let pool: Promise<Pool> | undefined
  const underWay = new Set<Deadline>()
  let isClosed = false

  async function converse(question: Question, deadline: Deadline): Promise<Answer> {
    underWay.add(deadline)
    try {
      pool ??= loadPool(settings)
      const { send } = await pool
      deadline.signal.throwIfAborted()
      const response = await send(question, deadline.signal)
      return await receiveAnswer(response, maxBodyBytes)
    } catch (error) {
      deadline.signal.throwIfAborted()
      throw connectionFailure(error)
    } finally {
      deadline.clear()
      underWay.delete(deadline)
    }
  }

  return {
    async ask(question, within) {
      if (isClosed) throw failure('aborted')
      return converse(question, startDeadline(timeoutMs, within))
    },
    close() {
      isClosed = true
      for (const deadline of underWay) deadline.giveUp()
      void pool?.then(({ closeIdle }) => closeIdle())
    },
  }
}

/** Loaded with the first request: node:http takes a good part of the service's start time. */
async function loadPool(settings: PoolSettings): Promise<Pool> {
  const { openPool } = await import('./pool.ts')
  return openPool(settings)
}

/** The end of one exchange: our own time limit or the caller's signal, whichever comes first. */
interface Deadline {
  /** Its reason is the DeviceError to throw. */
  readonly signal: AbortSignal
  giveUp(): void
  clear(): void
}

function startDeadline(timeoutMs: number, within?: AbortSignal): Deadline {
  const controller = new AbortController()
  const expire = () => controller.abort(failure('timeout'))
  const follow = () => controller.abort(failure(ranOut(within) ? 'timeout' : 'aborted'))

  const timer = setTimeout(expire, timeoutMs)
  within?.addEventListener('abort', follow, { once: true })
  if (within?.aborted) follow()

  return {
    signal: controller.signal,
    giveUp: () => controller.abort(failure('aborted')),
    clear() {
      clearTimeout(timer)
      within?.removeEventListener('abort', follow)
    },
  }
}

function ranOut(signal: AbortSignal | undefined): boolean {
  return signal?.reason instanceof DOMException && signal.reason.name === 'TimeoutError'
}

/** Reads an answer to its end, within the size limit. */
async function receiveAnswer(response: IncomingMessage, maxBodyBytes: number): Promise<Answer> {
  try {
    return {
      status: response.statusCode ?? 0,
      mediaType: mediaTypeOf(response),
      body: await readBody(response, maxBodyBytes),
      location: response.headers.location,
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

  // One buffer that doubles: a list of one-byte chunks would take a hundred times the body's memory.
  let body = Buffer.allocUnsafe(16 * 1024)
  let size = 0
  for await (const chunk of response) {
    if (size + chunk.length > maxBodyBytes) throw failure('too-large')
    if (size + chunk.length > body.length) {
      const larger = Buffer.allocUnsafe(Math.max(2 * body.length, size + chunk.length))
      body.copy(larger, 0, 0, size)
      body = larger
    }
    body.set(chunk, size)
    size += chunk.length
  }
  return body.subarray(0, size)
}

function mediaTypeOf({ headers }: IncomingMessage): string {
  return headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
}
