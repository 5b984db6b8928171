import { wait } from '../../../src/demo/accounts.ts'
import {
  type Answer,
  badGateway,
  dataAnswer,
  errorAnswer,
  pageAnswer,
  yangJson,
} from '../../../src/demo/answer.ts'
import type { Exchange } from '../../../src/demo/exchange.ts'
import { cutMidway, dribbleHead, drip, sendBomb, sendGzip, sendHuge } from './bodies.ts'
import { type Fault, type FaultInFront, type FaultInTheAnswer, type FaultOf, isInFront } from './faults.ts'

/** Answers one request wrongly. */
export async function misbehave(
  fault: Fault,
  exchange: Exchange,
  askDevice: () => Promise<Answer>,
): Promise<void> {
  if (isInFront(fault)) return misbehaveInFront(fault, exchange)
  const answer = await askDevice()
  // a wrong password stays wrong on a device that garbles its answers
  return answer.status === 401 ? exchange.send(answer) : misbehaveInTheAnswer(fault, exchange, answer)
}

/** What meets a request before the device has seen it. */
function misbehaveInFront(fault: FaultInFront, exchange: Exchange): void | Promise<void> {
  switch (fault.kind) {
    case 'hang':
      return
    case 'slow-head':
      return dribbleHead(exchange, fault.everyMs)
    case 'reset':
      return cut(exchange, fault)
    case 'html':
      return exchange.send(captivePortal)
    case 'bad-gateway':
      return exchange.send(badGateway)
    case 'redirect':
      return exchange.send(pageAnswer(fault.status ?? 302, 'Found', { Location: fault.to }))
    case 'status':
      return exchange.send(statusAnswer(fault))
  }
}

function cut({ response: { socket } }: Exchange, { how = 'rst' }: FaultOf<'reset'>): void {
  if (!socket) return
  // a connection inside TLS can only be closed
  const isTls = 'encrypted' in socket && socket.encrypted === true
  if (how === 'rst' && !isTls) socket.resetAndDestroy()
  else socket.destroy()
}

const captivePortal: Answer = {
  status: 200,
  mediaType: 'text/html; charset=utf-8',
  body: '<!DOCTYPE html><html><head><title>Welcome aboard</title></head><body><form><button>Accept the terms</button></form></body></html>',
}

function statusAnswer({
  status,
  tag = 'operation-failed',
  message = 'Injected failure.',
}: FaultOf<'status'>): Answer {
  if (status === 204 || status === 304) return { status }
  return errorAnswer(status, tag, message, 'application')
}

/** What becomes of the device's answer on its way. */
function misbehaveInTheAnswer(
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
    case 'text':
      return exchange.send({ status: 200, mediaType: fault.mediaType, body: fault.text })
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
