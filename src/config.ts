import { type Config, type Setting, settingRows } from './settings/settings.ts'

export type { Config } from './settings/settings.ts'

/** A value that stops the start; its message is the one line that says which, and why. */
export class WrongSetting extends Error {
  override name = 'WrongSetting'

  /** The setting, and what reading its value, or the file it names, had to say. */
  static because(setting: string, error: unknown): WrongSetting {
    const said = error instanceof Error ? error.message : String(error)
    return new WrongSetting(`${setting}: ${said.trim().replaceAll(/\s*[\r\n]+\s*/g, ' ')}`, { cause: error })
  }
}

/** The settings from flags, else variables, else defaults. */
export function readConfig(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Config {
  const flags = readFlags(args)
  const entries = settingRows.map(([name, setting]) => {
    const fromFlag = flags.get(setting.flag)
    const text = fromFlag ?? env[setting.variable] ?? setting.default
    const source = fromFlag === undefined ? `${setting.flag} (or ${setting.variable})` : setting.flag
    return [name, text === undefined ? undefined : read(setting, text, source)]
  })
  return Object.fromEntries(entries)
}

function read(setting: Setting<unknown>, text: string, source: string): unknown {
  try {
    return setting.read(text)
  } catch (error) {
    throw WrongSetting.because(source, error)
  }
}

/** `--flag value`, `--flag=value`, and for a switch `--flag` alone. */
function readFlags(args: readonly string[]): Map<string, string> {
  const flags = new Map<string, string>()
  const left = [...args]
  while (left.length > 0) {
    const [flag = '', inline] = splitAtEquals(left.shift() ?? '')
    const [, setting] = settingRows.find(([, known]) => known.flag === flag) ?? []
    if (!setting) throw new WrongSetting(`${flag}: there is no such setting; --help lists them`)
    if (flags.has(flag)) throw new WrongSetting(`${flag}: given twice`)
    flags.set(flag, inline ?? takeValue(setting, left))
  }
  return flags
}

function takeValue(setting: Setting<unknown>, left: string[]): string {
  const value = hasValue(setting, left[0]) ? left.shift() : undefined
  if (value !== undefined) return value
  if (setting.isSwitch) return '1'
  throw new WrongSetting(`${setting.flag}: needs a value, ${setting.value}`)
}

/** What follows a flag is its value unless it is the next flag; after a switch, only a word for on or off. */
function hasValue(setting: Setting<unknown>, next: string | undefined): boolean {
  return setting.isSwitch ? /^(1|0|true|false)$/.test(next ?? '') : !next?.startsWith('--')
}

function splitAtEquals(arg: string): [string, string | undefined] {
  const equals = arg.indexOf('=')
  return equals < 0 ? [arg, undefined] : [arg.slice(0, equals), arg.slice(equals + 1)]
}
