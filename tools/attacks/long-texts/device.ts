/** A device that lets admin in, and says at a place what it is told to say. */
export interface TalkativeDevice {
  /** The RESTCONF root. */
  readonly url: string
  say(place: string, body: Uint8Array | undefined, startup?: Uint8Array): void
  stop(): void
}

const YANG_JSON = 'application/yang-data+json'

/** With a model it describes its data by that one module, and serves its text. */
export async function startTalkativeDevice(model?: { name: string; text: string }): Promise<TalkativeDevice> {
  const said = new Map<
    string,
    { readonly body: Uint8Array<ArrayBuffer>; readonly startup: Uint8Array<ArrayBuffer> }
  >()
  const library = model && new TextEncoder().encode(JSON.stringify(libraryOf(model.name)))
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch({ url, headers }) {
      const refusal = new Response('{}', { status: 401, headers: { 'Content-Type': YANG_JSON } })
      if (headers.get('authorization') !== `Basic ${btoa('admin:admin')}`) return refusal
      const { pathname } = new URL(url)
      if (model && pathname === `/yang/${model.name}.yang`) return new Response(model.text)
      const place = decodeURIComponent(pathname).replace(/^\/restconf\/(data|ds\/[^/]*)\//, '')
      // What is asked for inside of a place is answered with all of it, as real devices do.
      const [, told] = [...said].find(([at]) => place === at || place.startsWith(`${at}/`)) ?? []
      const own = pathname.includes('/ds/ietf-datastores:startup/') ? told?.startup : told?.body
      const body = place === 'ietf-yang-library:yang-library' ? library : own
      return new Response(body ?? '{}', { headers: { 'Content-Type': YANG_JSON } })
    },
  })
  return {
    url: new URL('/restconf', server.url).href,
    say(place, body, startup = body) {
      if (body && startup) said.set(place, { body: new Uint8Array(body), startup: new Uint8Array(startup) })
      else said.delete(place)
    },
    stop: () => void server.stop(true),
  }
}

function libraryOf(name: string) {
  const module = { name, revision: '2026-01-01', namespace: `urn:${name}`, location: [`/yang/${name}.yang`] }
  const datastore = ['running', 'startup', 'operational'].map((store) => ({
    name: `ietf-datastores:${store}`,
    schema: 'all',
  }))
  return {
    'ietf-yang-library:yang-library': {
      'module-set': [{ name: 'all', module: [module] }],
      schema: [{ name: 'all', 'module-set': ['all'] }],
      datastore,
      'content-id': '1',
    },
  }
}

/** What a device says at one place that is as costly as 4 MiB allow, and what a user then asks for. */
export interface DeviceText {
  readonly what: string
  readonly path: string
  readonly at: string
  readonly body: () => Uint8Array
  /** The same of another datastore, where that differs. */
  readonly startup?: () => Uint8Array
  /** What the answer holds when the service has read the text, or has refused it for the right reason. */
  readonly shows: string
}

export const MAX_BODY = 4 * 1024 * 1024 - 1_024
export const MARKS = '\u0301'.repeat(16_000) + '\u0316'.repeat(16_000)
export const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
export const many = <Entry>(count: number, entry: (index: number) => Entry) =>
  Array.from({ length: count }, (_, n) => entry(n))
