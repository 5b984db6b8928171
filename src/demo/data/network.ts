import type { JsonObject } from '../json.ts'

const group = '01:80:C2:00:00:0E'

/** The LLDP neighbours at the other ends of the cables. */
export const lldp: JsonObject = {
  'remote-statistics': { 'remote-inserts': 3, 'remote-deletes': 1 },
  'local-system-data': {
    'chassis-id': '02:7e:10:00:00:01',
    'system-name': 'quay-7',
    'system-capabilities-supported': 'bridge wlan-access-point router',
    'system-capabilities-enabled': 'bridge router',
  },
  port: [
    {
      name: 'e10',
      'dest-mac-address': group,
      'remote-systems-data': [
        {
          'time-mark': 4711,
          'remote-index': 1,
          'chassis-id-subtype': 'mac-address',
          'chassis-id': '02:7e:20:00:00:01',
          'port-id-subtype': 'interface-name',
          'port-id': 'ge-0/0/7',
          'port-desc': 'To the quay',
          'system-name': 'office-core',
          'system-description': 'Harbour office, core switch',
          'system-capabilities-enabled': 'bridge router',
        },
      ],
    },
    {
      name: 'e1',
      'dest-mac-address': group,
      'remote-systems-data': [
        {
          'time-mark': 902,
          'remote-index': 2,
          'chassis-id-subtype': 'local',
          'chassis-id': 'crane-1',
          'port-id-subtype': 'mac-address',
          'port-id': '02:7e:30:00:00:01',
          'system-name': 'crane-1.harbour.example',
          'system-capabilities-enabled': 'station-only',
        },
      ],
    },
    { name: 'e2', 'dest-mac-address': group },
  ],
}

/** The routing tables. */
export const routes: JsonObject = {
  ribs: {
    rib: [
      {
        name: 'ipv4-default',
        'address-family': 'ietf-routing:ipv4',
        routes: {
          route: [
            route('0.0.0.0/0', { 'source-protocol': 'ietf-routing:static', 'next-hop-address': '192.0.2.1' }),
            route('192.0.2.0/24', { 'outgoing-interface': 'e10' }),
            route('198.51.100.0/25', { 'outgoing-interface': 'br0' }),
            route('198.51.100.128/25', { 'outgoing-interface': 'br0.20' }),
            route('203.0.113.0/26', { 'outgoing-interface': 'wifi0' }),
          ],
        },
      },
      { name: 'ipv6-default', 'address-family': 'ietf-routing:ipv6', routes: {} },
    ],
  },
}

function route(
  prefix: string,
  { 'source-protocol': source, ...hop }: Readonly<Record<string, string>>,
): JsonObject {
  return {
    'destination-prefix': prefix,
    'route-preference': source === undefined ? 0 : 5,
    'source-protocol': source ?? 'ietf-routing:direct',
    active: [null],
    'next-hop': hop,
  }
}
