import { type DeviceText, json, MARKS, MAX_BODY, many } from './device.ts'

const TABLE = { path: '/interfaces/table', at: 'ietf-interfaces:interfaces' }
const REFUSED = 'data-problem="malformed"'

/** For the pages of which we know by heart what they read. */
export function pageTexts(): readonly DeviceText[] {
  const interfaces = (what: string, shows: string, entries: () => readonly object[]): DeviceText => ({
    ...TABLE,
    what: `interfaces: ${what}`,
    shows,
    body: () => json({ 'ietf-interfaces:interfaces': { interface: entries() } }),
  })
  const raw = (what: string, body: () => string): DeviceText => ({
    ...TABLE,
    what: `interfaces: ${what}`,
    shows: REFUSED,
    body: () => new TextEncoder().encode(body()),
  })
  const system = (what: string, hostname: string, shows: string): DeviceText => ({
    what: `overview: ${what}`,
    path: '/overview/facts',
    at: 'ietf-system:system',
    shows,
    body: () => json({ 'ietf-system:system': { hostname, contact: hostname, location: hostname } }),
  })
  return [
    interfaces('two names of 64 KB of combining marks', '\u0301\u0301', () =>
      many(2, (n) => ({ name: `${MARKS}${n}` })),
    ),
    interfaces('two names of 2 MB of digits', 'e1111', () =>
      many(2, (n) => ({ name: `e${'1'.repeat(2_000_000)}${n}` })),
    ),
    interfaces('two hundred thousand names', 'class="empty"', () =>
      many(200_000, (n) => ({ name: `e${n % 10}` })),
    ),
    interfaces('two thousand descriptions of markup', '&lt;&lt;', () =>
      many(2_000, (n) => ({ name: `e${n}`, description: '<'.repeat(2_000) })),
    ),
    interfaces('two thousand descriptions of other alphabets', '\u4e2d', () =>
      many(2_000, (n) => ({ name: `e${n}`, description: '\u4e2d'.repeat(650) })),
    ),
    interfaces('two thousand with thirty addresses each', '192.', () =>
      many(2_000, (n) => ({
        name: `e${n}`,
        'ietf-ip:ipv4': { address: many(30, () => ({ ip: '192.0.2.1', 'prefix-length': 24 })) },
      })),
    ),
    interfaces('two hundred with sixty addresses of markup each', '&lt;&lt;', () =>
      many(200, (n) => ({
        name: `e${n}`,
        'ietf-ip:ipv4': { address: many(60, () => ({ ip: '<'.repeat(250), 'prefix-length': 24 })) },
      })),
    ),
    interfaces('two thousand names of 256 combining marks', '\u0301\u0316', () =>
      many(2_000, (n) => ({ name: `${'\u0301\u0316'.repeat(128)}${n}` })),
    ),
    raw('4 MiB of [', () => '['.repeat(MAX_BODY)),
    raw('4 MiB of {"":', () => '{"":'.repeat(MAX_BODY / 4)),
    {
      ...raw(
        '4 MiB of [] nested by 50',
        () => `${'['.repeat(50)}${'[],'.repeat(MAX_BODY / 3 - 100)}[]${']'.repeat(50)}`,
      ),
      shows: '',
    },
    { ...raw('one number of 4 MiB', () => '1'.repeat(MAX_BODY)), shows: '' },
    { ...raw('a text of escapes', () => `"${'\\u0301'.repeat(MAX_BODY / 6 - 10)}"`), shows: '' },
    {
      ...raw(
        'three hundred thousand members',
        () => `{${many(280_000, (n) => `"${n}":${n % 10}`).join(',')}}`,
      ),
      shows: '',
    },
    raw('not JSON at its very end', () => `[${'1,'.repeat(MAX_BODY / 2 - 10)}x`),
    system('a name of 1 MB of combining marks', MARKS.repeat(10), '\u0301\u0301'),
    system('a name of 1 MB of markup', '<&>"'.repeat(250_000), '&lt;&amp;'),
    {
      what: 'interface page: all that it shows, of markup',
      path: '/interfaces/e0?part=facts',
      at: 'ietf-interfaces:interfaces/interface=e0',
      shows: '&lt;&lt;',
      body: () =>
        json({
          'ietf-interfaces:interface': [
            {
              name: 'e0',
              description: '<'.repeat(1_000_000),
              'ietf-ip:ipv4': { address: many(10_000, () => ({ ip: '<'.repeat(200), 'prefix-length': 24 })) },
            },
          ],
        }),
    },
    {
      what: 'interface page: two hundred thousand neighbours',
      path: '/interfaces/e0?part=facts',
      at: 'ieee802-dot1ab-lldp:lldp',
      shows: '',
      body: () => json({ 'ieee802-dot1ab-lldp:lldp': { port: many(200_000, () => ({ name: 'e0' })) } }),
    },
  ]
}
