import { text } from './readers.ts'
import type { Setting } from './setting.ts'

/** How browsers know us, when no proxy in front ends TLS. */
export const ownTls = {
  tlsCert: {
    flag: '--tls-cert',
    variable: 'TLS_CERT',
    value: 'FILE',
    help: 'the certificate of this service and its chain (PEM), read again on SIGHUP; without it, plain HTTP',
    read: text,
  },
  tlsKey: {
    flag: '--tls-key',
    variable: 'TLS_KEY',
    value: 'FILE',
    help: 'the key of that certificate (PEM)',
    read: text,
  },
  tlsSelfSigned: {
    flag: '--tls-self-signed',
    variable: 'TLS_SELF_SIGNED',
    value: 'DIR',
    help: 'make a certificate of our own, keep it and its key there, and log its fingerprint',
    read: text,
  },
} as const satisfies Record<string, Setting<unknown>>
