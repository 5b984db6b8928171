import { afterAll, beforeAll, expect, test } from 'bun:test'
import manifest from '../package.json' with { type: 'json' }
import { type OpenDoor, openDoor } from './support/open-door.ts'

let door: OpenDoor
beforeAll(async () => {
  door = await openDoor()
})
afterAll(() => door.stop())

test('a user finds the version, the runtime and the third-party software', async () => {
  const page = await (await door.visit('/about', await door.logIn())).text()
  expect(page).toContain(manifest.version)
  expect(page).toContain(`Bun ${Bun.version}`)
  for (const name of Object.keys(manifest.dependencies)) expect(page).toContain(name)
})

test('a visitor without a session does not', async () => {
  const answer = await door.fetch('/about')
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe('/login')
})
