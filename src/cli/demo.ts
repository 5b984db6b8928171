import { readConfig } from '../config.ts'
import { startDemoDevice } from '../demo/demo-device.ts'
import { demoInstructions } from '../demo/instructions.ts'
import { openLog } from './open-log.ts'
import { serve } from './serve.ts'
import { tellScripts } from './tell-scripts.ts'

/** `portico demo`: a demo device, and the service in front of it. */
export async function runDemo(args: readonly string[], env: NodeJS.ProcessEnv): Promise<undefined> {
  const device = await startDemoDevice({ delays: 'real', control: true })
  const config = readConfig([...args, '--restconf', device.url], { ...env, RESTCONF_URL: undefined })
  const url = await serve(config, openLog(config), env)
  tellScripts({ url, device: device.url })
  console.log(`Open ${url} and sign in.\n\n${demoInstructions(device.url)}`)
}
