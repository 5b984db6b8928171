import type { RequestListener } from 'node:http'
import {
  type AnswerRequest,
  type DemoDevice,
  type DemoDeviceOptions,
  startDemoDevice,
} from '../../../src/demo/demo-device.ts'
import { Exchange } from '../../../src/demo/exchange.ts'
import { answerControl, isControl } from './control.ts'
import { Faults } from './faults.ts'
import { Journal } from './journal.ts'
import { misbehave } from './misbehave.ts'

/** The demo device, with a journal of what it was asked, and faults that a test sets. */
export interface TestDevice extends DemoDevice {
  readonly faults: Faults
  readonly journal: Journal
  /** Refuses connections and cuts those there are, until it comes back on the same port. */
  goDead(): Promise<void>
}

export interface TestDeviceOptions extends Omit<DemoDeviceOptions, 'serve'> {
  /** Opens the control door at `/demo/…`, by which another process sets faults and accounts. */
  readonly control?: boolean
}

export async function startTestDevice({
  control = false,
  ...options
}: TestDeviceOptions = {}): Promise<TestDevice> {
  const faults = new Faults()
  const journal = new Journal()
  const serve = (answer: AnswerRequest): RequestListener => {
    const listener = serveWithFaults(answer, { faults, journal })
    if (!control) return listener
    return (request, response) =>
      isControl(request) ? void answerControl(device, request, response) : listener(request, response)
  }
  const demo = await startDemoDevice({ ...options, serve })
  const device: TestDevice = { ...demo, faults, journal, goDead: demo.stop }
  return device
}

/** Each request is written down, meets a fault if one waits for it, and is answered. */
function serveWithFaults(
  answer: AnswerRequest,
  { faults, journal }: Pick<TestDevice, 'faults' | 'journal'>,
): RequestListener {
  return (request, response) => {
    const opened = journal.begin(request)
    const exchange = new Exchange(request, response, opened)
    const fault = faults.meet(opened.entry)
    const answering = fault
      ? misbehave(fault, exchange, () => answer(request))
      : answer(request).then((answered) => exchange.send(answered))
    answering.catch((error: unknown) => exchange.giveUp(error))
  }
}
