import { type Command, WrongSetting } from '../config.ts'
import { startDemoDevice } from '../demo/demo-device.ts'
import { demoInstructions } from '../demo/instructions.ts'
import { settingsFile } from '../settings/environment-file.ts'
import { type Flag, readFlag, StrayWord, takeFlags } from '../settings/flags.ts'
import { portNumber } from '../settings/readers.ts'
import { flagsLike } from '../settings/settings.ts'
import { whyNotListening } from './listen.ts'
import { startService } from './serve.ts'

/** `portico demo`: a demo device, and the service in front of it. It ends with the terminal that it was started in. */
export const demoCommand: Command = {
  flags: [settingsFile, ...flagsLike(/^(?!--restconf$)/)],
  async run(args, env, print) {
    if (args.some((arg) => /^--restconf(=|$)/.test(arg)))
      throw new WrongSetting('--restconf: the demo brings its own device; for yours it is portico serve')
    const device = await startDemoDevice({ delays: 'real' })
    const own = ['--restconf', device.url]
    const ownEnv = { ...env, RESTCONF_URL: undefined }
    const url = await startService([...args, ...own], ownEnv, { endsWithTerminal: true })
    tellScripts({ url, device: device.url })
    print(`Open ${url} and log in.\n\n${demoInstructions(device.url)}`)
    return undefined
  },
}

const port: Flag<number> = {
  flag: '--port',
  value: 'NUMBER',
  example: '8080',
  default: '0',
  help: 'where it listens, on this machine only; 0 takes a free port',
  read: portNumber,
}

/** `portico device`: the demo device alone. */
export const deviceCommand: Command = {
  flags: [port],
  usage: '[--port NUMBER]',
  async run(args, _env, print) {
    const { texts, rest } = takeFlags(args, [port])
    if (rest[0] !== undefined) throw new StrayWord(rest[0])
    const device = await startOn(readFlag(port, texts.get(port.flag) ?? '0'))
    tellScripts({ device: device.url })
    print(`The demo device answers at ${device.url}\n\n${demoInstructions(device.url)}`)
    return undefined
  },
}

async function startOn(number: number) {
  try {
    return await startDemoDevice({ delays: 'real', port: number })
  } catch (error) {
    throw WrongSetting.of(port, whyNotListening(error, { kind: 'tcp', host: '127.0.0.1', port: number }))
  }
}

/** A line for a script that has started us and waits: `ready {…}`. A person at a terminal is spared it. */
function tellScripts(addresses: Readonly<Record<string, URL | string>>): void {
  if (!process.stdout.isTTY) console.log(`ready ${JSON.stringify(addresses)}\n`)
}
