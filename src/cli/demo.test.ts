import { expect, test } from 'bun:test'
import { startDemoDevice } from '../demo/demo-device.ts'
import { demoCommand, deviceCommand } from './demo.ts'

const silent = () => {}

test.each([[['--restconf', 'https://192.0.2.1/restconf']], [['--restconf=https://192.0.2.1/restconf']]])(
  'the demo refuses a device of your own, and names the command that takes it: %j',
  async (args) => {
    await expect(demoCommand.run(args, {}, silent)).rejects.toThrow(
      '--restconf: the demo brings its own device; for yours it is portico serve',
    )
  },
)

test.each([
  ['--port', '--port: needs a value, NUMBER. Example: --port 8080'],
  ['--port x', '--port: "x" is not a port. Example: --port 8080'],
  ['--port 65536', '--port: 65536 is not a port: a port is 1 to 65535. Example: --port 8080'],
])('portico device says in one line what is wrong: %s', async (line, said) => {
  await expect(deviceCommand.run(line.split(' '), {}, silent)).rejects.toThrow(said)
})

test('a port that is taken is said in one line', async () => {
  const there = await startDemoDevice()
  await expect(deviceCommand.run(['--port', String(there.port)], {}, silent)).rejects.toThrow(
    `--port: something else listens on 127.0.0.1:${there.port} already. Example: --port 8080`,
  )
  await there.stop()
})
