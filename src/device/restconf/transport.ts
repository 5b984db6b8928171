import type { Answer } from './answer.ts'
import { failure } from './codes.ts'
import { connectionFailure } from './connection-failure.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import type { Pool, PoolSettings } from './pool.ts'
import { receiveAnswer } from './receive-answer.ts'
import type { Question } from './send-request.ts'

export interface TransportSettings extends PoolSettings {
  readonly timeoutMs: number
  readonly maxBodyBytes: number
}

/** HTTP to one device over a small pool of connections. */
export interface Transport {
  /** Asks once and returns the whole answer, whatever its status. Throws a DeviceError when there is none. */
  get(question: TimedQuestion): Promise<Answer>
  /** Gives up what is under way, asks nothing more, and closes the connections. */
  close(): void
}

interface TimedQuestion extends Question {
  readonly within?: AbortSignal | undefined
}

/**
 * node:http and not fetch: this runtime's fetch asks again by itself when a pooled connection turns out
 * closed, and each asking carries a password that the device counts.
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
    async get({ within, ...question }) {
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

/** With the first question: node:http takes a good part of the time in which the service starts. */
async function loadPool(settings: PoolSettings): Promise<Pool> {
  const { openPool } = await import('./pool.ts')
  return openPool(settings)
}
