import { type Flag, WrongSetting } from './flags.ts'
import { listening } from './listening.ts'
import * as read from './readers.ts'

export const settings = {
  restconf: {
    flag: '--restconf',
    value: 'URL',
    example: 'https://192.0.2.1/restconf',
    help: "the device's RESTCONF root; `portico demo` brings its own device",
    read: read.restconfUrl,
  },
  deviceCa: {
    flag: '--device-ca',
    value: 'FILE',
    example: '/etc/portico/device-ca.pem',
    help: "trust the device's certificate when this CA (PEM) signed it; by default the system's CAs count",
    read: read.text,
  },
  devicePin: {
    flag: '--device-pin',
    value: 'sha256:BASE64',
    example: 'sha256:UNhY4JhezH9gQYqvDMWrWH9CwlcKiECVqejMrND2VFw=',
    help: 'trust just the certificate with this public key, self-signed or not',
    read: read.devicePin,
  },
  insecureTls: {
    flag: '--insecure-tls',
    value: 'switch',
    example: '1',
    default: '0',
    isSwitch: true,
    help: "do not verify the device's certificate: anyone between here and the device can read the passwords",
    read: read.onOff,
  },
  deviceTimeout: {
    flag: '--device-timeout',
    value: 'DURATION',
    example: '10s',
    default: '10s',
    help: 'how long one call to the device may take',
    read: read.duration,
  },
  deviceConcurrency: {
    flag: '--device-concurrency',
    value: 'NUMBER',
    example: '32',
    default: '32',
    help: 'logins at the device at once; more wait for their turn',
    read: read.wholeNumber,
  },
  loginDeadline: {
    flag: '--login-deadline',
    value: 'DURATION',
    example: '15s',
    default: '15s',
    help: 'how long one login may take at the device',
    read: read.duration,
  },
  loginAttempts: {
    flag: '--login-attempts',
    value: 'N/DURATION or off',
    example: '10/60s',
    default: '10/60s',
    help: 'logins from one address that the device may refuse before the address has to wait',
    read: read.countPerTime,
  },
  ...listening,
  sessionStore: {
    flag: '--session-store',
    value: 'URL',
    example: 'sqlite:/var/lib/portico/sessions.db',
    default: 'memory:',
    help: 'where sessions are kept: `memory:`, `sqlite:PATH`, `redis://…`, `rediss://…`, Sentinel, Cluster',
    read: read.storeUrl,
  },
  sessionSecretFile: {
    flag: '--session-secret-file',
    value: 'FILE',
    example: '/etc/portico/session-secret',
    help: 'one base64 key of at least 32 bytes a line; the first seals, all open. Made at start for `memory:`, needed for the others',
    read: read.text,
  },
  deviceName: {
    flag: '--device-name',
    value: 'NAME',
    example: 'router-7',
    help: 'which device the sessions in a shared store belong to; by default its RESTCONF URL. Instances that reach one device by different URLs give it the same name',
    read: read.text,
  },
  idleTimeout: {
    flag: '--idle-timeout',
    value: 'DURATION',
    example: '30m',
    default: '30m',
    help: 'a session unused for this long is over',
    read: read.duration,
  },
  absoluteTimeout: {
    flag: '--absolute-timeout',
    value: 'DURATION',
    example: '12h',
    default: '12h',
    help: 'a session this old is over, however busy',
    read: read.duration,
  },
  maxSessions: {
    flag: '--max-sessions',
    value: 'NUMBER',
    example: '10000',
    default: '10000',
    help: 'sessions in all; beyond them a login is answered with 500',
    read: read.wholeNumber,
  },
  maxSessionsPerUser: {
    flag: '--max-sessions-per-user',
    value: 'NUMBER',
    example: '10',
    default: '10',
    help: 'sessions of one user; beyond them the oldest ends',
    read: read.wholeNumber,
  },
  onLogin: {
    flag: '--on-login',
    value: 'FILE',
    example: '/etc/portico/on-login.ts',
    help: 'a module whose default export is called after each login, with the user’s credentials',
    read: read.text,
  },
  features: {
    flag: '--features',
    value: 'FILE',
    example: '/etc/portico/features.json',
    help: 'more optional features to look for at login',
    read: read.text,
  },
  models: {
    flag: '--models',
    value: 'DIR',
    example: '/etc/portico/models',
    help: 'a folder of YANG files that go before those that the device serves',
    read: read.text,
  },
  modelCache: {
    flag: '--model-cache',
    value: 'DIR',
    example: '/var/cache/portico',
    help: "a folder to keep the device's YANG files in, so that a restart asks for none of them; by default in memory only",
    read: read.text,
  },
  theme: {
    flag: '--theme',
    value: 'DIR',
    example: '/etc/portico/theme',
    help: 'a folder with templates, theme.css, theme.json, logo.svg, banner.txt, images of yours; `portico theme` lists them',
    read: read.text,
  },
  consoleUrl: {
    flag: '--console-url',
    value: 'PATTERN',
    example: 'https://{host}:7681/',
    default: 'https://{host}:7681/',
    help: 'where the console is; {host} is the host name the browser used',
    read: read.urlPattern,
  },
  metricsListen: {
    flag: '--metrics-listen',
    value: 'HOST:PORT',
    example: '127.0.0.1:9100',
    help: 'Prometheus metrics at /metrics of a port of their own; by default nowhere',
    read: read.tcpAddress,
  },
  logLevel: {
    flag: '--log-level',
    value: 'debug, info, warn, error',
    example: 'info',
    default: 'info',
    help: 'how much is logged',
    read: read.oneOf('debug', 'info', 'warn', 'error'),
  },
  logFormat: {
    flag: '--log-format',
    value: 'json or pretty',
    example: 'json',
    help: 'one JSON line an event, or lines for people; pretty on a terminal',
    read: read.oneOf('json', 'pretty'),
  },
} as const satisfies Record<string, Flag<unknown>>

export type SettingName = keyof typeof settings

/** A row of the table: the help, the README and the checks are made of it. */
export type Setting = Flag<unknown> & { readonly variable: string }

/** The same rows for code that walks through all of them. */
export const settingRows: readonly (readonly [string, Setting])[] = Object.entries(settings).map(
  ([name, row]) => [name, { ...row, variable: variableOf(row.flag) }],
)

/** The settings that a command with only some of them lists in its help. */
export function flagsLike(pattern: RegExp): readonly Flag<unknown>[] {
  return settingRows.map(([, row]) => row).filter(({ flag }) => pattern.test(flag))
}

/** The variable of a flag: `MAX_SESSIONS` for `--max-sessions`. The device's root has the name that users of such devices know. */
function variableOf(flag: string): string {
  return flag === '--restconf' ? 'RESTCONF_URL' : flag.slice(2).replaceAll('-', '_').toUpperCase()
}

/** What stops the start because of this setting. */
export function wrongSetting(name: SettingName, problem: unknown): WrongSetting {
  const row = settings[name]
  return WrongSetting.of({ ...row, variable: variableOf(row.flag) }, problem)
}

/** The settings as they are read. One without a default may be left out. */
export type Config = {
  readonly [Name in SettingName]: ReturnType<(typeof settings)[Name]['read']> | MissingUnlessDefault<Name>
} & {
  /** The settings that a flag or a variable gave. */
  readonly given: ReadonlySet<string>
}

type MissingUnlessDefault<Name extends SettingName> = (typeof settings)[Name] extends { default: string }
  ? never
  : undefined
