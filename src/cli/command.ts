import { type Command, WrongSetting } from '../config.ts'
import { didYouMean } from '../settings/closest.ts'
import { type Flag, StrayWord } from '../settings/flags.ts'
import { version } from '../version.ts'
import { OutputFailed, print } from './print.ts'

/** A command as the help, the man page and the shells' completions know it. */
export interface Entry {
  readonly help: string
  /** Loaded when it is run: the service starts without the demo device and the doctor. */
  readonly load: () => Promise<Command>
}

const serve: Entry = {
  help: 'the service in front of the device at --restconf',
  load: async () => (await import('./serve.ts')).serveCommand,
}

export const commands: ReadonlyMap<string, Entry> = new Map([
  ['serve', serve],
  [
    'demo',
    {
      help: 'a demo device, and the service in front of it',
      load: async () => (await import('./demo.ts')).demoCommand,
    },
  ],
  ['device', { help: 'the demo device alone', load: async () => (await import('./demo.ts')).deviceCommand }],
  [
    'doctor',
    {
      help: 'what a login would meet at --restconf, step by step, with remedies',
      load: async () => (await import('../doctor/doctor.ts')).doctorCommand,
    },
  ],
  [
    'sessions',
    {
      help: 'lists and ends the sessions of a user in a shared store',
      load: async () => (await import('./sessions.ts')).sessionsCommand,
    },
  ],
  [
    'model',
    {
      help: "what Portico makes of a device's YANG modules",
      load: async () => (await import('./model.ts')).modelCommand,
    },
  ],
  [
    'theme',
    {
      help: 'prints the templates that a theme can replace, and what they can use',
      load: async () => (await import('./theme.ts')).themeCommand,
    },
  ],
])

/** Runs a command line; resolves to the exit code, or to none when it goes on in the background. */
export async function runCommand(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number | undefined> {
  try {
    requireCurrentFolder()
    return await run(args, env)
  } catch (error) {
    if (error instanceof WrongSetting) return complain(error.message, 2)
    if (error instanceof OutputFailed) return complainOfOutput(error)
    throw error
  }
}

async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number | undefined> {
  const [name = '', ...rest] = args
  if (name === 'help') return await help(rest[0])
  if (args.some(isHelp)) return await help(isHelp(name) ? rest[0] : name.startsWith('-') ? undefined : name)
  if (args.some((arg) => arg === '--version' || arg === '-v')) return say(version)
  if (name === '' || name.startsWith('-')) return await runNamed('serve', args, env)
  return await runNamed(name, rest, env)
}

async function runNamed(name: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const command = await commandNamed(name).load()
  try {
    return await command.run(args, env, print)
  } catch (error) {
    if (!(error instanceof StrayWord)) throw error
    throw new WrongSetting(
      `${error.word}: portico ${name} takes no such ${whatIs(error.word, command)} Usage: ${usageOf(name, command)}; portico ${name} --help tells more`,
    )
  }
}

function whatIs(word: string, { flags }: Command): string {
  if (!word.startsWith('-')) return 'word.'
  const known = flags.map(({ flag }) => flag)
  return `flag${didYouMean(word.replace(/=.*/s, ''), known) || '.'}`
}

const usageOf = (name: string, { usage = '[FLAGS]' }: Command) => `portico ${name} ${usage}`

const isHelp = (arg: string) => arg === '--help' || arg === '-h'

function commandNamed(name: string): Entry {
  const command = commands.get(name)
  if (!command)
    throw new WrongSetting(
      `${name}: there is no such command${didYouMean(name, commands.keys()) || ';'} --help lists them`,
    )
  return command
}

async function help(name: string | undefined): Promise<number> {
  if (name !== undefined) {
    const entry = commandNamed(name)
    const command = await entry.load()
    const { flags, notes } = command
    return say([
      `${usageOf(name, command)}: ${entry.help}`,
      '',
      ...flags.map(helpFor),
      ...(notes ? ['', notes] : []),
    ])
  }
  const { flags } = await serve.load()
  return say([
    'portico [COMMAND] [FLAGS]: the web login of a RESTCONF device',
    '',
    'Commands',
    ...[...commands].map(([command, { help: what }]) => `  ${command.padEnd(10)}${what}`),
    '',
    'COMMAND --help prints the flags of a command, --version (or -v) the version.',
    '',
    'Settings of serve, which is the command when none is named',
    ...flags.map(helpFor),
  ])
}

function helpFor({ flag, value, variable, help: what, default: unset, isSwitch }: Flag<unknown>): string {
  const lines = [
    `  ${flag}${isSwitch ? '' : ` ${value}`}`,
    `      ${what}${unset === undefined ? '' : ` (${unset})`}`,
    ...(variable === undefined ? [] : [`      variable: ${variable}`]),
  ]
  return lines.join('\n')
}

function say(text: string | readonly string[]): 0 {
  print(typeof text === 'string' ? text : text.join('\n'))
  return 0
}

function complain(sentence: string, exitCode: number): number {
  console.error(`portico: ${sentence}`)
  return exitCode
}

/** A reader that has seen enough, such as `head`, needs no complaint; 141 is the status of a program that SIGPIPE ended. */
function complainOfOutput({ code, message }: OutputFailed): number {
  if (code === 'EPIPE') return 141
  return complain(code === 'ENOSPC' ? `${message}: the disk is full` : `${message} (${code})`, 1)
}

/** A shell can stand in a folder that was deleted meanwhile. */
function requireCurrentFolder(): void {
  try {
    process.cwd()
  } catch {
    throw new WrongSetting('the current folder was deleted: change to another one')
  }
}
