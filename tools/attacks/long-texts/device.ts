/** A device that lets admin in, and says at a place what it is told to say. */
export interface TalkativeDevice {
  /** The RESTCONF root. */
  readonly url: string
  say(place: string, body: Uint8Array | undefined): void
  stop(): void
}

const YANG_JSON = 'application/yang-data+json'

export async function startTalkativeDevice(): Promise<TalkativeDevice> {
  const said = new Map<string, Uint8Array<ArrayBuffer>>()
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch({ url, headers }) {
      const refusal = new Response('{}', { status: 401, headers: { 'Content-Type': YANG_JSON } })
      if (headers.get('authorization') !== `Basic ${btoa('admin:admin')}`) return refusal
      const place = decodeURIComponent(new URL(url).pathname).replace('/restconf/data/', '')
      return new Response(said.get(place) ?? '{}', { headers: { 'Content-Type': YANG_JSON } })
    },
  })
  return {
    url: new URL('/restconf', server.url).href,
    say(place, body) {
      if (body) said.set(place, new Uint8Array(body))
      else said.delete(place)
    },
    stop: () => void server.stop(true),
  }
}

/** What a device says at one place that is as costly as 4 MiB allow, and what a user then asks for. */
interface DeviceText {
  readonly what: string
  readonly path: string
  readonly at: string
  readonly body: Uint8Array
}

const MAX_BODY = 4 * 1024 * 1024 - 1_024
const MARKS = '\u0301'.repeat(16_000) + '\u0316'.repeat(16_000)

export function deviceTexts(): readonly DeviceText[] {
  const interfaces = (what: string, entries: readonly object[]): DeviceText => ({
    what: `interfaces: ${what}`,
    path: '/interfaces/table',
    at: 'ietf-interfaces:interfaces',
    body: json({ 'ietf-interfaces:interfaces': { interface: entries } }),
  })
  const raw = (what: string, body: string): DeviceText => ({
    what: `interfaces: ${what}`,
    path: '/interfaces/table',
    at: 'ietf-interfaces:interfaces',
    body: new TextEncoder().encode(body),
  })
  const system = (what: string, hostname: string): DeviceText => ({
    what: `overview: ${what}`,
    path: '/overview/facts',
    at: 'ietf-system:system',
    body: json({ 'ietf-system:system': { hostname, contact: hostname, location: hostname } }),
  })
  const tree = (what: string, value: object): DeviceText => ({
    what: `data: ${what}`,
    path: '/data/example:top',
    at: 'example:top',
    body: json({ 'example:top': value }),
  })
  const many = <Entry>(count: number, entry: (index: number) => Entry) =>
    Array.from({ length: count }, (_, n) => entry(n))
  return [
    interfaces(
      'two names of 64 KB of combining marks',
      many(2, (n) => ({ name: `${MARKS}${n}` })),
    ),
    interfaces(
      'two names of 2 MB of digits',
      many(2, (n) => ({ name: `e${'1'.repeat(2_000_000)}${n}` })),
    ),
    interfaces(
      'three hundred thousand names',
      many(200_000, (n) => ({ name: `e${n % 10}` })),
    ),
    interfaces(
      'two thousand descriptions of markup',
      many(2_000, (n) => ({ name: `e${n}`, description: '<'.repeat(2_000) })),
    ),
    interfaces(
      'two thousand descriptions of other alphabets',
      many(2_000, (n) => ({ name: `e${n}`, description: '\u4e2d'.repeat(650) })),
    ),
    interfaces(
      'two thousand with sixty addresses each',
      many(2_000, (n) => ({
        name: `e${n}`,
        'ietf-ip:ipv4': { address: many(60, () => ({ ip: '192.0.2.1', 'prefix-length': 24 })) },
      })),
    ),
    interfaces(
      'two hundred with sixty addresses of markup each',
      many(200, (n) => ({
        name: `e${n}`,
        'ietf-ip:ipv4': { address: many(60, () => ({ ip: '<'.repeat(250), 'prefix-length': 24 })) },
      })),
    ),
    interfaces(
      'two thousand names of 256 combining marks',
      many(2_000, (n) => ({ name: `${'\u0301\u0316'.repeat(128)}${n}` })),
    ),
    raw('4 MiB of [', '['.repeat(MAX_BODY)),
    raw('4 MiB of {"":', '{"":'.repeat(MAX_BODY / 4)),
    raw(
      '4 MiB of [] nested by 50',
      `${'['.repeat(50)}${'[],'.repeat(MAX_BODY / 3 - 100)}[]${']'.repeat(50)}`,
    ),
    raw('one number of 4 MiB', '1'.repeat(MAX_BODY)),
    raw('a text of escapes', `"${'\\u0301'.repeat(MAX_BODY / 6 - 10)}"`),
    raw(
      'three hundred thousand members',
      `{${many(280_000, (n) => n)
        .map((n) => `"${n}":${n % 10}`)
        .join(',')}}`,
    ),
    raw('not JSON at its very end', `[${'1,'.repeat(MAX_BODY / 2 - 10)}x`),
    tree('a list of twenty thousand keys of combining marks', {
      entry: many(18_000, (n) => ({ name: `${'\u0301\u0316'.repeat(50)}${n}` })),
    }),
    tree('a list of 150 000 entries', { entry: many(150_000, (n) => ({ name: `e${n}`, up: true })) }),
    tree('a list of 300 entries of 900 members', {
      entry: many(300, (n) => Object.fromEntries(many(900, (m) => [`m${m}`, n]))),
    }),
    tree('one text of 3 MB of markup', { text: '<&>"'.repeat(750_000) }),
    tree('one text of 4 MB of combining marks', { text: MARKS.repeat(60) }),
    tree('three hundred thousand members', Object.fromEntries(many(280_000, (n) => [`a${n}`, n % 10]))),
    tree('a million numbers', { 'leaf-list': many(1_000_000, (n) => n % 10) }),
    system('a name of 1 MB of combining marks', MARKS.repeat(10)),
    system('a name of 1 MB of markup', '<&>"'.repeat(300_000)),
  ]
}

const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).subarray(0)
