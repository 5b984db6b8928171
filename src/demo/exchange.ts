import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { type Answer, errorAnswer } from './answer.ts'

/** Is told how an answer is sent. */
export interface Witness {
  answered(status: number): void
  close(): void
}

/** One request and its answer. */
export class Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly #witness: Witness | undefined

  constructor(request: IncomingMessage, response: ServerResponse, witness?: Witness) {
    this.request = request
    this.response = response
    this.#witness = witness
    response.on('close', () => witness?.close())
  }

  get clientIsGone(): boolean {
    return this.response.socket?.destroyed ?? true
  }

  begin(status: number, headers: OutgoingHttpHeaders): void {
    this.#witness?.answered(status)
    this.response.writeHead(status, { Server: 'nginx', 'access-control-allow-origin': '*', ...headers })
  }

  /** The witness is told before the last byte is sent: when a client has the answer, the journal has the request. */
  end(): void {
    this.#witness?.close()
    this.response.end()
  }

  send({ status, mediaType, body = '', headers }: Answer): void {
    const withoutBody = this.request.method === 'HEAD' || body === ''
    const type = mediaType === undefined ? {} : { 'Content-Type': mediaType }
    // a real device answers HEAD with a length of 0, not with that of the GET
    const length = withoutBody && status !== 204 ? { 'Content-Length': 0 } : {}
    this.begin(status, { ...type, ...length, ...headers })
    // write() before end() is what makes the body chunked, as it comes through the device's web server
    if (!withoutBody) this.response.write(body)
    this.end()
  }

  /** For errors in our own code: reports what broke, if the answer has not started. */
  giveUp(error: unknown): void {
    if (this.response.headersSent) this.response.socket?.destroy()
    else this.send(errorAnswer(500, 'operation-failed', `The demo device broke: ${error}`, 'application'))
  }
}
