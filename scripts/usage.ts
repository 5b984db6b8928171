import { type ParseArgsConfig, parseArgs } from 'node:util'

/** Reads a script's command line. A mistake ends the script with one sentence and status 2. */
export function readArguments<Config extends ParseArgsConfig>(script: string, config: Config) {
  try {
    return parseArgs(config)
  } catch (error) {
    return stopWith(script, error instanceof Error ? error.message : String(error))
  }
}

/** The names that were given, or all when there are none. An unknown one ends the script with the list of those it takes. */
export function chooseNames(
  script: string,
  given: readonly string[],
  known: readonly string[],
): readonly string[] {
  const unknown = given.find((name) => !known.includes(name))
  if (unknown !== undefined) stopWith(script, `there is no ${unknown}; it takes ${known.join(', ')}`)
  return given.length === 0 ? known : given
}

export function stopWith(script: string, sentence: string): never {
  console.error(`${script}: ${sentence}`)
  process.exit(2)
}
