/** The demo device behind the service, as its administrator sees it. */
export class DemoDevice {
  readonly #restconf: string

  constructor(restconf: string) {
    this.#restconf = restconf
  }

  /** Switches the web terminal and the network browser on or off in the device's configuration. */
  async setShortcuts({ console = true, networkBrowser = true }): Promise<void> {
    const web = { console: { enabled: console }, netbrowse: { enabled: networkBrowser } }
    const answer = await fetch(`${this.#restconf}/data/infix-services:web`, {
      method: 'PATCH',
      headers: {
        authorization: `Basic ${btoa('admin:admin')}`,
        'content-type': 'application/yang-data+json',
      },
      body: JSON.stringify({ 'infix-services:web': web }),
    })
    if (!answer.ok) throw new Error(`The demo device answered ${answer.status} to new shortcuts.`)
  }

  /** Back to the device as it was unpacked. */
  async reset(): Promise<void> {
    await this.setShortcuts({})
  }
}
