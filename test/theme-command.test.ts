import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { themeCommand } from '../src/cli/theme.ts'
import { WrongSetting } from '../src/config.ts'
import { templates } from '../src/web/views/render.ts'

async function themeSays(...args: string[]): Promise<string> {
  const said: string[] = []
  await themeCommand.run(args, {}, (text) => said.push(text))
  return said.join('\n')
}

test('portico theme lists every template, and says what each draws', async () => {
  const list = await themeSays()
  expect(templates.filter((name) => !new RegExp(`^  ${name}\\.html +[a-z].{5,}$`, 'm').test(list))).toEqual(
    [],
  )
})

test('portico theme colours.css prints properties for theme.css, and is no template', async () => {
  expect(await themeSays('colours.css')).toContain('--')
  expect(await themeSays()).not.toMatch(/^ {2}colours\.css/m)
})

test('portico theme PART data prints what is handed to the part', async () => {
  const said = await themeSays('icon.html', 'data')
  expect(said).toContain("menu.html                  include('icon', { icon: entry.icon })")
  const parts = templates.slice(templates.indexOf('data-search'))
  for (const part of parts)
    expect(await themeSays(`${part}.html`, 'data'), part).toMatch(/^ {2}\S+\.html +inc/m)
})

test('portico theme NAME prints the template as it is', async () => {
  expect(await themeSays('login.html')).toBe(readFileSync('src/web/views/login.html', 'utf8'))
})

test('portico theme login is login.html, too', async () => {
  expect(await themeSays('login')).toBe(await themeSays('login.html'))
})

test('portico theme NAME data prints each value that the template can use', async () => {
  const data = await themeSays('login.html', 'data')
  expect(data).toContain('it.Error  "a text"')
  expect(data).toContain('it.text.login.title  "Log in"')
  expect(data).toMatch(/^it\.asset\(…\) {2}a function: it\.asset\('logo\.svg'\)/m)
  expect(data).not.toMatch(/a function: $/m)
})

test('a name that is no template is refused', () => {
  expect(themeSays('logn.html')).rejects.toThrow(WrongSetting)
})
