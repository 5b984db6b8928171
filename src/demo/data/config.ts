import type { JsonObject } from '../json.ts'

/** The configuration the demo device is unpacked with. Each node that can be set is set. */
export const factoryConfig: JsonObject = {
  'ietf-system:system': {
    contact: 'Harbour network desk <desk@harbour.example>',
    hostname: 'quay-7',
    location: 'Pump house — cabinet "B", 2nd floor & roof',
    clock: { 'timezone-utc-offset': 1 },
    authentication: {
      user: [
        { name: 'admin', password: '$6$demo$only-a-stand-in-for-a-hash', 'infix-system:shell': 'bash' },
        { name: 'guest', password: '$6$demo$only-a-stand-in-for-a-hash', 'infix-system:shell': 'false' },
        { name: 'noread', password: '$6$demo$only-a-stand-in-for-a-hash', 'infix-system:shell': 'false' },
      ],
    },
  },
  'infix-services:web': {
    certificate: 'harbour-web',
    enabled: true,
    console: { enabled: true },
    netbrowse: { enabled: true },
    restconf: { enabled: true },
  },
}

/** These containers are there even when nothing in them, or around them, is configured. */
export const alwaysThere: JsonObject = {
  'infix-services:web': { console: {}, netbrowse: {}, restconf: {} },
}
