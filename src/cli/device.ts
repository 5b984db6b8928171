import { WrongSetting } from '../config.ts'
import { startDemoDevice } from '../demo/demo-device.ts'
import { demoInstructions } from '../demo/instructions.ts'
import { tellScripts } from './tell-scripts.ts'

/** `portico device [--port N]`: the demo device alone. */
export async function runDevice(args: readonly string[]): Promise<undefined> {
  const device = await startOn(readPort(args))
  tellScripts({ device: device.url })
  console.log(`The demo device answers at ${device.url}\n\n${demoInstructions(device.url)}`)
}

async function startOn(port: number) {
  try {
    return await startDemoDevice({ delays: 'real', port })
  } catch (error) {
    throw WrongSetting.because(`--port: ${port}`, error)
  }
}

function readPort(args: readonly string[]): number {
  if (args.length === 0) return 0
  const [flag = '', port = '', ...others] = args.flatMap((arg) => arg.split('='))
  if (others.length > 0 || flag !== '--port' || !/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new WrongSetting('device: takes --port NUMBER')
  return Number(port)
}
