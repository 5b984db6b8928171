import type { IncomingMessage, RequestListener } from 'node:http'
import { Accounts, atOnce, likeARealDevice } from './accounts.ts'
import type { Answer } from './answer.ts'
import { Datastore } from './datastore.ts'
import { Exchange } from './exchange.ts'
import { answerWebServer, type ListenerOptions, listen } from './listener.ts'
import { answerRestconf, type DeviceManner, likeRousette } from './restconf.ts'
import { ownModel } from './self-description.ts'

/** A RESTCONF device to try the service on. */
export interface DemoDevice {
  /** The RESTCONF root, as in `http://127.0.0.1:40123/restconf`. */
  readonly url: string
  readonly port: number
  readonly accounts: Accounts
  readonly datastore: Datastore
  /** Refuses new connections and cuts the open ones. */
  stop(): Promise<void>
  /** Answers again, on the same port. */
  comeBack(): Promise<void>
}

export interface DemoDeviceOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number
  readonly host?: string
  /** `real` takes as long to check a password as a real device does; `none` answers at once. */
  readonly delays?: 'none' | 'real'
  /** PEM. With it the device speaks HTTPS only. */
  readonly tls?: ListenerOptions['tls']
  /** How it answers where real devices differ; like rousette by default. */
  readonly manner?: DeviceManner
  /** The time on the device, by which its counters move. */
  readonly clock?: () => Date
  /** Wraps the answering of requests; the tests' device injects its faults here. */
  readonly serve?: (answer: AnswerRequest) => RequestListener
}

export type AnswerRequest = (request: IncomingMessage) => Promise<Answer>

export async function startDemoDevice(options: DemoDeviceOptions = {}): Promise<DemoDevice> {
  const { port = 0, host = '127.0.0.1', delays = 'none', tls, clock } = options
  const { manner = likeRousette, serve = sendAnswers } = options
  await ownModel() // before the first question, which should not wait for it
  const accounts = new Accounts()
  const datastore = new Datastore(clock, manner.library)
  const pace = delays === 'real' ? likeARealDevice() : atOnce
  const answer: AnswerRequest = async (request) =>
    answerWebServer(request) ?? (await answerRestconf({ accounts, datastore, pace, manner }, request))
  const listener = await listen(serve(answer), { host, port, tls })
  return {
    accounts,
    datastore,
    port: listener.port,
    url: restconfRoot(listener.port, host, tls),
    stop: listener.goAway,
    comeBack: listener.comeBack,
  }
}

function sendAnswers(answer: AnswerRequest): RequestListener {
  return (request, response) => {
    const exchange = new Exchange(request, response)
    answer(request).then(
      (answered) => exchange.send(answered),
      (error: unknown) => exchange.giveUp(error),
    )
  }
}

function restconfRoot(port: number, host: string, tls: ListenerOptions['tls']): string {
  return `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}/restconf`
}
