import { z } from 'zod'

/** One way for the device to misbehave, and the requests that meet it; test/support/device/faults.ts knows which there are. */
export interface FaultRule {
  readonly fault: { readonly kind: string; readonly [option: string]: unknown }
  readonly on?: {
    readonly resource?: string
    readonly path?: string
    readonly username?: string
    readonly once?: boolean
  }
}

export interface AccountRule {
  readonly name: string
  readonly password: string
  readonly access?: 'everything' | 'limited' | 'nothing'
}

const journal = z.object({
  entries: z.array(
    z.object({ method: z.string(), resource: z.string().optional(), username: z.string().optional() }),
  ),
})

/** The demo device behind the service, as its administrator sees it. */
export class DemoDevice {
  readonly #restconf: string

  constructor(restconf: string) {
    this.#restconf = restconf
  }

  /** Switches the web terminal and the network browser on or off in the device's configuration. */
  async setShortcuts({ console = true, networkBrowser = true }): Promise<void> {
    const web = { console: { enabled: console }, netbrowse: { enabled: networkBrowser } }
    await this.#send(`${this.#restconf}/data/infix-services:web`, {
      method: 'PATCH',
      headers: {
        authorization: `Basic ${btoa('admin:admin')}`,
        'content-type': 'application/yang-data+json',
      },
      body: JSON.stringify({ 'infix-services:web': web }),
    })
  }

  /** From now on it misbehaves in these ways and in no others. */
  async setFaults(rules: readonly FaultRule[]): Promise<void> {
    await this.#control('PUT', 'faults', rules)
  }

  /** From now on these are its accounts. */
  async setAccounts(accounts: readonly AccountRule[]): Promise<void> {
    await this.#control('PUT', 'accounts', accounts)
  }

  /** What it was asked since the start of the test. */
  async readJournal() {
    const answer = await this.#control('GET', 'journal')
    return journal.parse(await answer.json()).entries
  }

  /** As it was unpacked. */
  async reset(): Promise<void> {
    await this.#control('DELETE', 'everything')
  }

  #control(method: string, what: string, body?: unknown): Promise<Response> {
    const content = body === undefined ? {} : { body: JSON.stringify(body) }
    return this.#send(new URL(`/demo/${what}`, this.#restconf).href, { method, ...content })
  }

  async #send(url: string, request: RequestInit): Promise<Response> {
    const answer = await fetch(url, request)
    if (!answer.ok) throw new Error(`${request.method} ${url}: ${answer.status} ${await answer.text()}`)
    return answer
  }
}
