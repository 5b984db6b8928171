import { type Config, type Setting, settingRows } from './settings/settings.ts'

export type { Config } from './settings/settings.ts'

/** A value that stops the start; its message is the one line that says which, and why. */
export class WrongSetting extends Error {
  override name = 'WrongSetting'

  /** The setting, and what reading its value, or the file it names, had to say. */
  static because(setting: string, error: unknown): WrongSetting {
    return new WrongSetting(`${setting}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
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
  for (let at = 0; at < args.length; at++) {
    const [flag = '', inline] = splitAtEquals(args[at] ?? '')
    const [, setting] = settingRows.find(([, known]) => known.flag === flag) ?? []
    if (!setting) throw new WrongSetting(`${flag}: there is no such setting; --help lists them`)
    if (flags.has(flag)) throw new WrongSetting(`${flag}: given twice`)
    const value = inline ?? (setting.isSwitch ? '1' : args[++at])
    if (value === undefined) throw new WrongSetting(`${flag}: needs a value, ${setting.value}`)
    flags.set(flag, value)
  }
  return flags
}

function splitAtEquals(arg: string): [string, string | undefined] {
  const equals = arg.indexOf('=')
  return equals < 0 ? [arg, undefined] : [arg.slice(0, equals), arg.slice(equals + 1)]
}
