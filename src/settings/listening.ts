import type { Flag } from './flags.ts'
import * as read from './readers.ts'

/** Where the service listens, the names that browsers use for it, and the proxies that may stand in between. */
export const listening = {
  listen: {
    flag: '--listen',
    value: 'HOST:PORT or unix:PATH',
    example: '127.0.0.1:10000',
    default: '127.0.0.1:10000',
    help: 'where browsers, or the proxy in front, connect',
    read: read.listenAddress,
  },
  listenMode: {
    flag: '--listen-mode',
    value: 'MODE',
    example: '0660',
    default: '0660',
    help: 'who may connect to the unix socket, as for chmod',
    read: read.fileMode,
  },
  tlsCert: {
    flag: '--tls-cert',
    value: 'FILE',
    example: '/etc/portico/cert.pem',
    help: 'the certificate of this service and its chain (PEM), read again on SIGHUP; without it, plain HTTP',
    read: read.text,
  },
  tlsKey: {
    flag: '--tls-key',
    value: 'FILE',
    example: '/etc/portico/key.pem',
    help: 'the key of that certificate (PEM)',
    read: read.text,
  },
  tlsSelfSigned: {
    flag: '--tls-self-signed',
    value: 'DIR',
    example: '/var/lib/portico/tls',
    help: 'make a certificate of our own, keep it and its key there, and log its fingerprint',
    read: read.text,
  },
  trustedProxies: {
    flag: '--trusted-proxies',
    value: 'LIST',
    example: '10.0.0.5,unix',
    default: '127.0.0.0/8,::1,unix',
    help: 'whose forwarded headers count: addresses, networks, `unix`; `none` for no proxy',
    read: read.proxyList,
  },
  allowedHosts: {
    flag: '--allowed-hosts',
    value: 'LIST',
    example: 'router.example,portico.example',
    help: 'the names this service has; others are refused, IP addresses and localhost are not. By default any name over HTTPS; over plain HTTP this machine’s own name and `*.local`',
    read: read.hostNames,
  },
  hsts: {
    flag: '--hsts',
    value: 'VALUE or off',
    example: 'max-age=31536000',
    default: 'max-age=31536000',
    help: 'Strict-Transport-Security, sent on secure requests only',
    read: read.hstsValue,
  },
  drainTimeout: {
    flag: '--drain-timeout',
    value: 'DURATION',
    example: '10s',
    default: '10s',
    help: 'how long a stopping service waits for requests under way',
    read: read.duration,
  },
} as const satisfies Record<string, Flag<unknown>>
