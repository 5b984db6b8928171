import { parseArgs } from 'node:util'

/** A flag of the command line. */
export interface Flag<Value> {
  readonly flag: string
  /** What a value looks like, for the help. */
  readonly value: string
  /** A valid value, for error messages. */
  readonly example: string
  /** The environment variable of the same setting. */
  readonly variable?: string
  readonly default?: string
  readonly isSwitch?: boolean
  readonly help: string
  /** Reads a value, or throws what is wrong with it. */
  readonly read: (text: string) => Value
}

/** A wrong value, which stops the start. The message is one line that names the setting and the reason. */
export class WrongSetting extends Error {
  override name = 'WrongSetting'

  /** Names the flag and its variable, says what is wrong, and gives an example. */
  static of({ flag, variable, example }: Omit<Flag<unknown>, 'read'>, problem: unknown): WrongSetting {
    const name = variable === undefined ? flag : `${flag} (or ${variable})`
    return WrongSetting.at(name, problem, `${flag} ${example}`)
  }

  /** Says in one line what is wrong with that name or place. */
  static at(where: string, problem: unknown, example: string): WrongSetting {
    const said = problem instanceof Error ? problem.message : String(problem)
    const sentence = said
      .trim()
      .replaceAll(/\s*[\r\n]+\s*/g, ' ')
      .replace(/(?<![.?])\.?$/, '.')
    return new WrongSetting(`${where}: ${sentence} Example: ${example}`, { cause: problem })
  }
}

/** A word of the command line that does not belong there. */
export class StrayWord extends WrongSetting {
  override name = 'StrayWord'

  readonly word: string

  constructor(word: string) {
    super(`${word}: there is no such setting; --help lists them`)
    this.word = word
  }
}

/** Reads the value of a flag. */
export function readFlag<Value>(flag: Flag<Value>, text: string): Value {
  try {
    return flag.read(text)
  } catch (error) {
    throw WrongSetting.of(flag, error)
  }
}

/** The flags found on the command line, and its remaining words. */
export interface TakenFlags {
  readonly texts: ReadonlyMap<string, string>
  readonly rest: readonly string[]
}

/** Takes `--flag value`, `--flag=value`, and for a switch `--flag` alone. */
export function takeFlags(args: readonly string[], known: readonly Flag<unknown>[]): TakenFlags {
  const words = withSwitchesSpelledOut(args, known)
  const options = Object.fromEntries(known.map(({ flag }) => [flag.slice(2), { type: 'string' } as const]))
  const texts = new Map<string, string>()
  const rest = new Map<number, string>()
  for (const token of parseArgs({ args: words, options, strict: false, tokens: true }).tokens) {
    const flag = token.kind === 'option' && known.find((each) => each.flag === token.rawName)
    if (!flag) {
      rest.set(token.index, words[token.index] ?? '')
      continue
    }
    const { value, inlineValue } = token
    if (texts.has(flag.flag)) throw WrongSetting.of(flag, 'is given twice')
    if (value === undefined || (!inlineValue && value.startsWith('--')))
      throw WrongSetting.of(flag, `needs a value, ${flag.value}`)
    texts.set(flag.flag, value)
  }
  return { texts, rest: [...rest.values()] }
}

/** `--insecure-tls` becomes `--insecure-tls=1`, and so does `--insecure-tls 1`. */
function withSwitchesSpelledOut(args: readonly string[], known: readonly Flag<unknown>[]): string[] {
  const switches = new Set(known.filter(({ isSwitch }) => isSwitch).map(({ flag }) => flag))
  const isItsValue = (at: number) => switches.has(args[at - 1] ?? '') && /^[^-]/.test(args[at] ?? '')
  return args.flatMap((arg, at) => {
    if (switches.has(arg)) return [`${arg}=${isItsValue(at + 1) ? args[at + 1] : '1'}`]
    return isItsValue(at) ? [] : [arg]
  })
}
