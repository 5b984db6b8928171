import { type Answer, dataAnswer, yangJson } from '../answer.ts'
import type { Exchange } from '../exchange.ts'
import { wait } from '../pace.ts'
import { sendBomb, sendGzip } from './compressed.ts'
import { cutMidway } from './cut-midway.ts'
import { drip } from './dribble.ts'
import type { FaultInTheAnswer, FaultOf } from './fault.ts'
import { sendHuge } from './huge.ts'

/** What becomes of the device's answer on its way. */
export function misbehaveInTheAnswer(
  fault: FaultInTheAnswer,
  exchange: Exchange,
  answer: Answer,
): void | Promise<void> {
  switch (fault.kind) {
    case 'slow':
      return wait(fault.ms).then(() => exchange.send(answer))
    case 'headers':
      return exchange.send({ ...answer, headers: fault.headers })
    case 'media-type':
      return exchange.send({ ...answer, mediaType: fault.mediaType })
    case 'body':
      return exchange.send(dataAnswer(fault.body))
    case 'bad-json':
      return exchange.send({
        status: 200,
        mediaType: yangJson,
        body: fault.text ?? '{"ietf-system:system": {',
      })
    case 'deep':
      return exchange.send(deepAnswer(fault))
    case 'huge':
      return sendHuge(exchange, fault)
    case 'gzip':
      return sendCompressed(exchange, answer, fault)
    case 'drip':
      return drip(exchange, fault.everyMs)
    case 'reset-midway':
      return cutMidway(exchange, answer, fault.framing)
  }
}

function deepAnswer({ depth }: FaultOf<'deep'>): Answer {
  const body = `{"infix-services:web":${'['.repeat(depth)}${']'.repeat(depth)}}`
  return { status: 200, mediaType: yangJson, body }
}

function sendCompressed(exchange: Exchange, answer: Answer, { inflatesTo }: FaultOf<'gzip'>) {
  return inflatesTo === undefined ? sendGzip(exchange, answer) : sendBomb(exchange, inflatesTo)
}
