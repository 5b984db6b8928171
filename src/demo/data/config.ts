import type { JsonObject } from '../json.ts'
import { harbourConfig } from './harbour.ts'

/** The factory configuration of the demo device, without its interfaces. */
export const factoryConfig: JsonObject = {
  'ietf-system:system': {
    contact: 'Harbour network desk <desk@harbour.example>',
    hostname: 'quay-7',
    location: 'Pump house — cabinet "B", 2nd floor & roof',
    clock: { 'timezone-utc-offset': 1 },
    ntp: {
      server: [
        { name: 'harbour', udp: { address: 'time.harbour.example' }, iburst: true, prefer: true },
        { name: 'spare', udp: { address: '2001:db8:7::123' } },
      ],
    },
    'dns-resolver': {
      search: ['quay.harbour.example', 'harbour.example', 'example'],
      server: [
        { name: 'office', 'udp-and-tcp': { address: '192.0.2.53' } },
        { name: 'far-away', 'udp-and-tcp': { address: '2001:db8::53' } },
      ],
      options: { timeout: 3 },
    },
    authentication: {
      user: [
        {
          name: 'admin',
          password: '$6$demo$only-a-stand-in-for-a-hash',
          'authorized-key': [
            {
              name: 'desk',
              algorithm: 'ssh-ed25519',
              'key-data': 'AAAAC3NzaC1lZDI1NTE5AAAAIBxQmFCuXLvZh0b0rNvA9WmXXhPqzA7z0sQ0xZ2mYb6K',
            },
          ],
          'infix-system:shell': 'bash',
        },
        {
          name: 'guest',
          password: '$6$demo$only-a-stand-in-for-a-hash',
          'infix-system:shell': 'infix-system:false',
        },
        {
          name: 'noread',
          password: '$6$demo$only-a-stand-in-for-a-hash',
          'infix-system:shell': 'infix-system:false',
        },
      ],
    },
    'infix-system:motd-banner': 'UXVheSA3LCBwdW1wIGhvdXNlLiBNaW5kIHRoZSBzdGVwLgo=',
  },
  'infix-services:web': {
    certificate: 'harbour-web',
    enabled: true,
    console: { enabled: true },
    netbrowse: { enabled: true },
    restconf: { enabled: true },
  },
  'infix-services:mdns': { enabled: true, interfaces: { allow: ['br0', 'wifi0'] } },
  'infix-services:ssh': {
    enabled: true,
    listen: [
      { name: 'quay', address: '198.51.100.1', port: 22 },
      { name: 'everywhere', address: '::', port: 2222 },
    ],
  },
  'ieee802-dot1ab-lldp:lldp': { 'message-tx-interval': 15 },
  'ietf-netconf-acm:nacm': {
    'enable-nacm': true,
    groups: {
      group: [
        { name: 'admin', 'user-name': ['admin'] },
        { name: 'guest', 'user-name': ['guest'] },
      ],
    },
    'rule-list': [
      {
        name: 'guests',
        group: ['guest'],
        rule: [
          { name: 'no-changes', 'access-operations': 'create update delete exec', action: 'deny' },
          { name: 'no-system', 'module-name': 'ietf-system', 'access-operations': 'read', action: 'deny' },
        ],
      },
    ],
  },
  'ietf-routing:routing': {
    'control-plane-protocols': {
      'control-plane-protocol': [
        {
          type: 'ietf-routing:static',
          name: 'default',
          description: 'To the harbour office',
          'static-routes': {
            route: [
              { 'destination-prefix': '0.0.0.0/0', 'next-hop': { 'next-hop-address': '192.0.2.1' } },
              { 'destination-prefix': '203.0.113.64/26', 'next-hop': { 'outgoing-interface': 'br0' } },
              {
                'destination-prefix': '198.18.0.0/15',
                'next-hop': { 'special-next-hop': 'blackhole' },
              },
            ],
          },
        },
      ],
    },
  },
  'harbour:harbour': harbourConfig,
}
