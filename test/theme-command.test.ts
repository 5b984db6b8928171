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

test('portico theme lists every template', async () => {
  const list = await themeSays()
  expect(templates.filter((name) => !list.includes(`  ${name}.html`))).toEqual([])
})

test('portico theme NAME prints the template as it is', async () => {
  expect(await themeSays('login.html')).toBe(readFileSync('src/web/views/login.html', 'utf8'))
})

test('portico theme NAME data prints each value that the template can use', async () => {
  const data = await themeSays('login.html', 'data')
  expect(data).toContain('it.Error  "a text"')
  expect(data).toContain('it.text.login.title  "Log in"')
  expect(data).toContain('it.asset(…)  a function')
})

test('a name that is no template is refused', () => {
  expect(themeSays('logn.html')).rejects.toThrow(WrongSetting)
})
