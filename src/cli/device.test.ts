import { expect, test } from 'bun:test'
import { startDemoDevice } from '../demo/demo-device.ts'
import { runDevice } from './device.ts'

test.each(['--port', '--port x', '--port 65536', '--port 0 more', '--listen 80'])(
  'what is no port is said in one line: %s',
  async (line) => {
    await expect(runDevice(line.split(' '))).rejects.toThrow('device: takes --port NUMBER')
  },
)

test('a port that is taken is said in one line', async () => {
  const there = await startDemoDevice()
  const { port } = new URL(there.url)
  await expect(runDevice(['--port', port])).rejects.toThrow(new RegExp(`^--port: ${port}: .+$`))
  await there.stop()
})
