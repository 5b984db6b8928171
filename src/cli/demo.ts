import { WrongSetting } from '../config.ts'
import { startDemoDevice } from '../demo/demo-device.ts'
import { demoInstructions } from '../demo/instructions.ts'
import { startService } from './start-service.ts'
import { tellScripts } from './tell-scripts.ts'

/** `portico demo`: a demo device, and the service in front of it. */
export async function runDemo(args: readonly string[], env: NodeJS.ProcessEnv): Promise<undefined> {
  if (args.some((arg) => /^--restconf(=|$)/.test(arg)))
    throw new WrongSetting('--restconf: the demo brings its own device; for yours it is portico serve')
  const device = await startDemoDevice({ delays: 'real' })
  const url = await startService([...args, '--restconf', device.url], { ...env, RESTCONF_URL: undefined })
  tellScripts({ url, device: device.url })
  console.log(`Open ${url} and sign in.\n\n${demoInstructions(device.url)}`)
}
