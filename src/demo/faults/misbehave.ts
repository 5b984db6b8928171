import type { Answer } from '../answer.ts'
import type { Exchange } from '../exchange.ts'
import { type Fault, isInFront } from './fault.ts'
import { misbehaveInFront } from './in-front.ts'
import { misbehaveInTheAnswer } from './in-the-answer.ts'

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
