import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ListeningService, startListening } from './support/listening-service.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-theme-'))
let server: ListeningService
beforeAll(async () => {
  cpSync('examples/theme', folder, { recursive: true })
  server = await startListening(['--theme', folder])
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

test("a vendor's words stand on the login page, and only before login", async () => {
  const login = await (await server.fetch('/login')).text()
  expect(login).toContain('<p class="banner">Property of Harbour Works.\n')
  const page = await (await server.visit('/', await server.logIn())).text()
  expect(page).not.toContain('Property of')
})

test("a vendor's style comes with ours, after it, in one file", async () => {
  const login = await (await server.fetch('/login')).text()
  const style = await (await server.fetch(addressOf(login, 'style'))).text()
  expect(style.lastIndexOf('--accent: light-dark(#8a3412')).toBeGreaterThan(
    style.indexOf('--accent: light-dark(#0d6471'),
  )
  expect(await (await server.fetch(addressOf(login, 'logo'))).text()).toContain('Harbour Works')
})

function addressOf(page: string, name: string): string {
  return new RegExp(`/assets/${name}\\.[^"]+`).exec(page)?.[0] ?? ''
}
