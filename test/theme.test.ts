import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OpenDoor, openDoor } from './support/open-door.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-theme-'))
let door: OpenDoor
beforeAll(async () => {
  cpSync('examples/theme', folder, { recursive: true })
  door = await openDoor(['--theme', folder])
})
afterAll(async () => {
  await door.stop()
  rmSync(folder, { recursive: true })
})

test("a vendor's words stand on the login page, and only before login", async () => {
  const login = await (await door.fetch('/login')).text()
  expect(login).toContain('<p class="banner">Property of Harbour Works.\n')
  const page = await (await door.visit('/', await door.logIn())).text()
  expect(page).not.toContain('Property of')
})

test("a vendor's style comes with ours, after it, in one file", async () => {
  const login = await (await door.fetch('/login')).text()
  const style = await (await door.fetch(addressOf(login, 'style'))).text()
  expect(style.lastIndexOf('--accent: light-dark(#8a3412')).toBeGreaterThan(
    style.indexOf('--accent: light-dark(#0d6471'),
  )
  expect(await (await door.fetch(addressOf(login, 'logo'))).text()).toContain('Harbour Works')
})

test('a broken theme stops the start with one line that says what is wrong', async () => {
  writeFileSync(join(folder, 'message.html'), '<h1><%= it.titel %></h1>')
  const start = openDoor(['--theme', folder])
  await expect(start).rejects.toThrow(
    `--theme (or THEME): ${folder}: The template message.html failed: The template asks for it.titel, which this view does not have.`,
  )
})

function addressOf(page: string, name: string): string {
  return new RegExp(`/assets/${name}\\.[^"]+`).exec(page)?.[0] ?? ''
}
