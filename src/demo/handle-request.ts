import type { IncomingMessage, RequestListener } from 'node:http'
import { type Answer, errorAnswer } from './answer.ts'
import { Exchange } from './exchange.ts'
import type { Faults } from './faults/faults.ts'
import { misbehave } from './faults/misbehave.ts'
import type { Journal } from './journal.ts'
import { answerRestconf, type RestconfParts } from './restconf/restconf.ts'
import { answerWebServer } from './web-server.ts'

export interface DeviceParts extends RestconfParts {
  readonly journal: Journal
  readonly faults: Faults
}

/** Each request is written down, meets a fault if one waits for it, and is answered. */
export function requestHandler(parts: DeviceParts): RequestListener {
  return (request, response) => {
    const opened = parts.journal.begin(request)
    const exchange = new Exchange(request, response, opened)
    const askDevice = async () => answerWebServer(request) ?? (await askRestconf(parts, request))
    const fault = parts.faults.meet(opened.entry)
    void (fault ? misbehave(fault, exchange, askDevice) : askDevice().then((answer) => exchange.send(answer)))
  }
}

async function askRestconf(parts: RestconfParts, request: IncomingMessage): Promise<Answer> {
  try {
    return await answerRestconf(parts, request)
  } catch (error) {
    return errorAnswer(500, 'operation-failed', `The demo device is broken: ${error}`, 'application')
  }
}
