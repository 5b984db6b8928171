import { type Answer, badGateway, errorAnswer, pageAnswer } from '../answer.ts'
import type { Exchange } from '../exchange.ts'
import { dribbleHead } from './dribble.ts'
import type { FaultInFront, FaultOf } from './fault.ts'

/** What meets a request before the device has seen it. */
export function misbehaveInFront(fault: FaultInFront, exchange: Exchange): void | Promise<void> {
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
