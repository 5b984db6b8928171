/**
 * The tests' device as a process of its own, its control door open, and `portico serve` with the flags given in front
 * of it; with `--alone` the device only. Says `ready {"device": …}`, then what the service logs.
 */
import { runCommand } from '../../../src/cli/command.ts'
import { startTestDevice } from './test-device.ts'

const flags = process.argv.slice(2)
const device = await startTestDevice({ delays: 'real', control: true })
console.log(`ready ${JSON.stringify({ device: device.url })}`)
if (!flags.includes('--alone')) {
  const exitCode = await runCommand(['serve', '--restconf', device.url, ...flags], process.env)
  if (exitCode !== undefined) process.exit(exitCode)
}
