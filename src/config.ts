import { closest } from './settings/closest.ts'
import { type FileVariable, readSettingsFile, settingsFile } from './settings/environment-file.ts'
import { type Flag, readFlag, StrayWord, takeFlags, WrongSetting } from './settings/flags.ts'
import {
  type Config,
  type Setting,
  type SettingName,
  settingRows,
  settings,
  wrongSetting,
} from './settings/settings.ts'

export { WrongSetting } from './settings/flags.ts'
export type { Config } from './settings/settings.ts'

/** The settings from flags, else the file of `--settings`, else variables, else defaults. */
export function readConfig(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Config {
  const rows = settingRows.map(([, row]) => row)
  const { texts, rest } = takeFlags(args, [...rows, settingsFile])
  const [stray] = rest
  if (stray !== undefined) throw new StrayWord(stray)
  const path = texts.get(settingsFile.flag)
  const file = path === undefined ? new Map<string, FileVariable>() : readSettingsFile(path)
  const given = new Map<string, string>()
  const entries = settingRows.map(([name, row]) => {
    const flag = texts.get(row.flag)
    const variable = flag === undefined ? file.get(row.variable) : undefined
    const text = flag ?? variable?.value ?? env[row.variable]
    if (text !== undefined) given.set(name, text)
    if (variable) return [name, readVariable(row, variable)]
    const value = text ?? row.default
    return [name, value === undefined ? undefined : readFlag(row, value)]
  })
  // A hook may have variables of its own.
  if (!given.has('onLogin')) refuseUnknownVariables(file)
  const config = Object.fromEntries([...entries, ['given', new Set(given.keys())]])
  refuseContradictions(config)
  return config
}

function readVariable({ read, variable, example }: Setting, { value, where }: FileVariable): unknown {
  try {
    return read(value)
  } catch (error) {
    throw WrongSetting.at(`${where}: ${variable}`, error, `${variable}=${example}`)
  }
}

/** Variables that the system and the runtime read, and those that the doctor logs in with. */
const OTHER_VARIABLES =
  /^(PATH|HOME|TZ|LANG|LC_\w+|TMPDIR|(NO|FORCE)_COLOR|(BUN|NODE|SSL|LD|MALLOC|PORTICO)_\w+|\w+_(PROXY|proxy))$/

/** A name that is no setting is most likely a mistyped one. */
function refuseUnknownVariables(file: ReadonlyMap<string, FileVariable>): void {
  const examples = new Map(settingRows.map(([, { variable, example }]) => [variable, example]))
  for (const [name, { where }] of file) {
    if (examples.has(name) || OTHER_VARIABLES.test(name)) continue
    const meant = closest(name, examples.keys())
    if (meant === undefined)
      throw new WrongSetting(`${where}: ${name} is not a setting; portico --help lists them.`)
    const example = `${meant}=${examples.get(meant)}`
    throw WrongSetting.at(where, `${name} is not a setting; did you mean ${meant}?`, example)
  }
}

const exclusive: readonly (readonly [SettingName, SettingName])[] = [
  ['devicePin', 'deviceCa'],
  ['insecureTls', 'deviceCa'],
  ['insecureTls', 'devicePin'],
  ['tlsSelfSigned', 'tlsCert'],
  ['tlsSelfSigned', 'tlsKey'],
]
const inseparable: readonly (readonly [SettingName, SettingName])[] = [
  ['tlsCert', 'tlsKey'],
  ['tlsKey', 'tlsCert'],
]

/** Throws when two settings cannot both be meant. */
function refuseContradictions(config: Config): void {
  const has = (name: SettingName) => config[name] !== undefined && config[name] !== false
  const [both] = exclusive.filter(([one, other]) => has(one) && has(other))
  if (both) throw wrongSetting(both[0], `excludes ${settings[both[1]].flag}: leave one of them out`)
  const [alone] = inseparable.filter(([one, other]) => has(one) && !has(other))
  if (alone) throw wrongSetting(alone[1], `is missing, and ${settings[alone[0]].flag} needs it`)
  refuseTlsWithoutTls(config, has)
}

function refuseTlsWithoutTls({ restconf, listen }: Config, has: (name: SettingName) => boolean): void {
  const [trust] = (['devicePin', 'deviceCa'] as const).filter(has)
  if (trust && restconf?.protocol === 'http:')
    throw wrongSetting(trust, `is for a device with https, and --restconf is ${restconf.href}`)
  if (listen.kind === 'unix' && (has('tlsCert') || has('tlsSelfSigned')))
    throw wrongSetting(
      'listen',
      'there is no TLS on a unix socket: give HOST:PORT, or leave TLS to the proxy',
    )
}

/** Pairs of settings that are allowed together, although one makes the other ineffective. Logged at the start. */
export function questionableSettings(config: Config): readonly { setting: string; because: string }[] {
  const { restconf, given, listen } = config
  const remarks: readonly [SettingName, boolean, string][] = [
    [
      'idleTimeout',
      given.has('idleTimeout') && config.idleTimeout > config.absoluteTimeout,
      'is longer than --absolute-timeout, which ends the session first',
    ],
    [
      'deviceTimeout',
      given.has('deviceTimeout') && config.deviceTimeout > config.loginDeadline,
      'is longer than --login-deadline, which ends a login first',
    ],
    [
      'deviceTimeout',
      config.deviceTimeout < MIN_SENSIBLE_TIMEOUT_MS,
      'devices delay the answer to a wrong password by 2 s and more: users will read that the device cannot be reached',
    ],
    [
      'listenMode',
      given.has('listenMode') && listen.kind === 'tcp',
      'is for a unix socket, and --listen is a port',
    ],
    [
      'insecureTls',
      config.insecureTls && restconf?.protocol === 'http:',
      'is for a device with https, and --restconf is plain HTTP',
    ],
  ]
  return remarks
    .filter(([, isSo]) => isSo)
    .map(([name, , because]) => ({ setting: settings[name].flag, because }))
}

/** PAM delays each wrong password by about two seconds, and a login asks twice. */
const MIN_SENSIBLE_TIMEOUT_MS = 4_000

/** A command of the command line. */
export interface Command {
  /** The flags that its help lists. */
  readonly flags: readonly Flag<unknown>[]
  /** How it is called, when flags alone do not say it. */
  readonly usage?: string
  /** Words that it takes beside flags. */
  readonly words?: readonly string[]
  /** What its help says below them. */
  readonly notes?: string
  /** Resolves to the exit code, or to none when it goes on in the background. */
  run(
    args: readonly string[],
    env: NodeJS.ProcessEnv,
    print: (text: string) => void,
  ): Promise<number | undefined>
}
