import type { RequestListener } from 'node:http'
import { answerControl, type Controls, isControl } from './control.ts'
import { Exchange } from './exchange.ts'
import type { Faults } from './faults/faults.ts'
import { misbehave } from './faults/misbehave.ts'
import type { Journal } from './journal.ts'
import { answerRestconf, type RestconfParts } from './restconf/restconf.ts'
import { answerWebServer } from './web-server.ts'

export interface DeviceParts extends RestconfParts {
  readonly journal: Journal
  readonly faults: Faults
  /** The control door, where it is open. */
  readonly controls?: Controls | undefined
}

/** Each request is written down, meets a fault if one waits for it, and is answered. */
export function requestHandler(parts: DeviceParts): RequestListener {
  return (request, response) => {
    if (parts.controls && isControl(request)) return void answerControl(parts.controls, request, response)
    const opened = parts.journal.begin(request)
    const exchange = new Exchange(request, response, opened)
    const askDevice = async () => answerWebServer(request) ?? (await answerRestconf(parts, request))
    const fault = parts.faults.meet(opened.entry)
    const answering = fault
      ? misbehave(fault, exchange, askDevice)
      : askDevice().then((answer) => exchange.send(answer))
    answering.catch((error: unknown) => exchange.giveUp(error))
  }
}
