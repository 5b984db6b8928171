import { operating } from './operating.ts'
import { ownTls } from './own-tls.ts'
import {
  countPerTime,
  duration,
  fileMode,
  hostNames,
  hstsValue,
  listenAddress,
  onOff,
  proxyList,
  restconfUrl,
  storeUrl,
  text,
  urlPattern,
  wholeNumber,
} from './readers.ts'
import type { Setting } from './setting.ts'

export type { Setting } from './setting.ts'

export const settings = {
  restconf: {
    flag: '--restconf',
    variable: 'RESTCONF_URL',
    value: 'URL',
    help: "the device's RESTCONF root; `portico demo` brings its own device",
    read: restconfUrl,
  },
  listen: {
    flag: '--listen',
    variable: 'LISTEN',
    value: 'HOST:PORT or unix:PATH',
    default: '127.0.0.1:10000',
    help: 'where browsers, or the proxy in front, connect',
    read: listenAddress,
  },
  listenMode: {
    flag: '--listen-mode',
    variable: 'LISTEN_MODE',
    value: 'MODE',
    default: '0660',
    help: 'who may connect to the unix socket, as for chmod',
    read: fileMode,
  },
  ...ownTls,
  deviceCa: {
    flag: '--device-ca',
    variable: 'DEVICE_CA',
    value: 'FILE',
    help: "trust the device's certificate when this CA (PEM) signed it; by default the system's CAs count",
    read: text,
  },
  devicePin: {
    flag: '--device-pin',
    variable: 'DEVICE_PIN',
    value: 'sha256:BASE64',
    help: 'trust just the certificate with this public key, self-signed or not',
    read: text,
  },
  insecureTls: {
    flag: '--insecure-tls',
    variable: 'INSECURE_TLS',
    value: 'switch',
    default: '0',
    isSwitch: true,
    help: "do not verify the device's certificate: whoever is in between reads the passwords",
    read: onOff,
  },
  trustedProxies: {
    flag: '--trusted-proxies',
    variable: 'TRUSTED_PROXIES',
    value: 'LIST',
    default: '127.0.0.0/8,::1,unix',
    help: 'whose forwarded headers count: addresses, networks, `unix`; `none` for nobody',
    read: proxyList,
  },
  allowedHosts: {
    flag: '--allowed-hosts',
    variable: 'ALLOWED_HOSTS',
    value: 'LIST',
    help: 'the names this service has; others are refused, IP addresses and localhost are not. By default any',
    read: hostNames,
  },
  hsts: {
    flag: '--hsts',
    variable: 'HSTS',
    value: 'VALUE or off',
    default: 'max-age=31536000',
    help: 'Strict-Transport-Security, sent on secure requests only',
    read: hstsValue,
  },
  sessionStore: {
    flag: '--session-store',
    variable: 'SESSION_STORE',
    value: 'URL',
    default: 'memory:',
    help: 'where sessions are kept: `memory:`, `sqlite:PATH`, `redis://…`, `rediss://…`, Sentinel, Cluster',
    read: storeUrl,
  },
  sessionSecretFile: {
    flag: '--session-secret-file',
    variable: 'SESSION_SECRET_FILE',
    value: 'FILE',
    help: 'one base64 key of at least 32 bytes a line; the first seals, all open. Made at start for `memory:`, needed for the others',
    read: text,
  },
  idleTimeout: {
    flag: '--idle-timeout',
    variable: 'IDLE_TIMEOUT',
    value: 'DURATION',
    default: '30m',
    help: 'a session unused for this long is over',
    read: duration,
  },
  absoluteTimeout: {
    flag: '--absolute-timeout',
    variable: 'ABSOLUTE_TIMEOUT',
    value: 'DURATION',
    default: '12h',
    help: 'a session this old is over, however busy',
    read: duration,
  },
  maxSessions: {
    flag: '--max-sessions',
    variable: 'MAX_SESSIONS',
    value: 'NUMBER',
    default: '10000',
    help: 'sessions in all; beyond them a login is answered with 500',
    read: wholeNumber,
  },
  maxSessionsPerUser: {
    flag: '--max-sessions-per-user',
    variable: 'MAX_SESSIONS_PER_USER',
    value: 'NUMBER',
    default: '10',
    help: 'sessions of one user; beyond them the oldest ends',
    read: wholeNumber,
  },
  loginAttempts: {
    flag: '--login-attempts',
    variable: 'LOGIN_ATTEMPTS',
    value: 'N/DURATION or off',
    default: '10/60s',
    help: 'logins from one address that the device may refuse before the address has to wait',
    read: countPerTime,
  },
  deviceConcurrency: {
    flag: '--device-concurrency',
    variable: 'DEVICE_CONCURRENCY',
    value: 'NUMBER',
    default: '32',
    help: 'logins at the device at once; more wait for their turn',
    read: wholeNumber,
  },
  deviceTimeout: {
    flag: '--device-timeout',
    variable: 'DEVICE_TIMEOUT',
    value: 'DURATION',
    default: '10s',
    help: 'how long one call to the device may take',
    read: duration,
  },
  loginDeadline: {
    flag: '--login-deadline',
    variable: 'LOGIN_DEADLINE',
    value: 'DURATION',
    default: '15s',
    help: 'how long one login may take at the device',
    read: duration,
  },
  drainTimeout: {
    flag: '--drain-timeout',
    variable: 'DRAIN_TIMEOUT',
    value: 'DURATION',
    default: '10s',
    help: 'how long a stopping service waits for requests under way',
    read: duration,
  },
  onLogin: {
    flag: '--on-login',
    variable: 'ON_LOGIN',
    value: 'FILE',
    help: 'a module whose default export is called after each login, with the user’s credentials',
    read: text,
  },
  features: {
    flag: '--features',
    variable: 'FEATURES',
    value: 'FILE',
    help: 'more optional features to look for at login',
    read: text,
  },
  theme: {
    flag: '--theme',
    variable: 'THEME',
    value: 'DIR',
    help: 'files that replace login.html, other templates, theme.css, logo.svg, banner.txt',
    read: text,
  },
  consoleUrl: {
    flag: '--console-url',
    variable: 'CONSOLE_URL',
    value: 'PATTERN',
    default: 'https://{host}:7681/',
    help: 'where the console is; {host} is the host name the browser used',
    read: urlPattern,
  },
  ...operating,
} as const satisfies Record<string, Setting<unknown>>

export type SettingName = keyof typeof settings

/** The same rows for who walks through all of them. */
export const settingRows: readonly (readonly [string, Setting<unknown>])[] = Object.entries(settings)

/** A setting without a default may be left out. */
export type Config = {
  readonly [Name in SettingName]: ReturnType<(typeof settings)[Name]['read']> | MissingUnlessDefault<Name>
}

type MissingUnlessDefault<Name extends SettingName> = (typeof settings)[Name] extends { default: string }
  ? never
  : undefined
