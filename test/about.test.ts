import { afterAll, beforeAll, expect, test } from 'bun:test'
import manifest from '../package.json' with { type: 'json' }
import { type ListeningService, startListening } from './support/listening-service.ts'

let server: ListeningService
beforeAll(async () => {
  server = await startListening()
})
afterAll(() => server.stop())

test('a user finds the version, the runtime and the third-party software', async () => {
  const page = await (await server.visit('/about', await server.logIn())).text()
  expect(page).toContain(manifest.version)
  expect(page).toContain(`Bun ${Bun.version}`)
  for (const name of Object.keys(manifest.dependencies)) expect(page).toContain(name)
})

test('a visitor without a session does not', async () => {
  const answer = await server.fetch('/about')
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe('/login')
})
