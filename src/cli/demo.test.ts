import { expect, test } from 'bun:test'
import { runDemo } from './demo.ts'

test('whoever gives the demo a device of their own is told which command takes it', async () => {
  const said = '--restconf: the demo brings its own device; for yours it is portico serve'
  await expect(runDemo(['--restconf', 'https://192.0.2.1/restconf'], {})).rejects.toThrow(said)
  await expect(runDemo(['--restconf=https://192.0.2.1/restconf'], {})).rejects.toThrow(said)
})
