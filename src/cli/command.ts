import { WrongSetting } from '../config.ts'
import { settingRows } from '../settings/settings.ts'
import { version } from '../version.ts'

/** Resolves to the exit code, or to none when it goes on in the background. */
type Run = (args: readonly string[], env: NodeJS.ProcessEnv) => Promise<number | undefined>

const runServe: Run = async (...given) => (await import('./start-service.ts')).runServe(...given)

/** Each is loaded when it is run: the service starts without the demo device and the doctor. */
const commands: ReadonlyMap<string, { readonly run: Run; readonly help: string }> = new Map([
  ['serve', { run: runServe, help: 'the service in front of the device at --restconf' }],
  [
    'demo',
    {
      run: async (...given) => (await import('./demo.ts')).runDemo(...given),
      help: 'a demo device, and the service in front of it',
    },
  ],
  [
    'device',
    {
      run: async (args) => (await import('./device.ts')).runDevice(args),
      help: 'the demo device alone, at --port NUMBER',
    },
  ],
  [
    'doctor',
    {
      run: async (...given) => (await import('./doctor.ts')).runDoctor(...given),
      help: 'what a login would meet at --restconf; --through URL asks the proxy too, --json for scripts',
    },
  ],
])

/** Runs a command line; resolves to the exit code, or to none when it goes on in the background. */
export async function runCommand(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number | undefined> {
  if (args.includes('--help') || args.includes('-h')) return say(help())
  if (args.includes('--version')) return say(version)
  const [name = '', ...rest] = args
  if (name === 'help') return say(help())
  const command = commands.get(name)
  try {
    if (command) return await command.run(rest, env)
    if (name === '' || name.startsWith('--')) return await runServe(args, env)
    throw new WrongSetting(`${name}: there is no such command; --help lists them`)
  } catch (error) {
    if (!(error instanceof WrongSetting)) throw error
    console.error(`portico: ${error.message}`)
    return 2
  }
}

function say(text: string): number {
  console.log(text)
  return 0
}

function help(): string {
  const rows = settingRows.map(([, setting]) => {
    const value = setting.isSwitch ? '' : ` ${setting.value}`
    const unset = setting.default === undefined ? '' : ` (${setting.default})`
    return `  ${setting.flag}${value}\n      ${setting.help}${unset}\n      variable: ${setting.variable}`
  })
  return [
    'portico [COMMAND] [SETTINGS]: the front door of a RESTCONF device',
    '',
    'Commands',
    ...[...commands].map(([name, { help }]) => `  ${name.padEnd(8)}${help}`),
    '',
    '--help (or -h) prints this, --version the version.',
    '',
    'Settings',
    ...rows,
  ].join('\n')
}
