import { afterAll, describe, expect, test } from 'bun:test'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { samples } from '../web/views/samples.ts'
import { loadTheme } from './load-theme.ts'

const folders: string[] = []
afterAll(() => folders.map((folder) => rmSync(folder, { recursive: true })))

describe('a theme', () => {
  test('replaces what it brings, and leaves the rest', () => {
    const { render, banner } = loadTheme(folderWith({ 'banner.txt': ' Keep out.\n', 'fact.html': '' }))
    expect(banner).toBe('Keep out.')
    expect(render('overview-facts', samples('hello')['overview-facts'])).not.toContain('hello')
    expect(render('login', samples('hello').login)).toContain('id="login"')
  })

  test('may be empty, or hidden files', () => {
    expect(loadTheme(folderWith({ '.gitignore': '*' })).banner).toBe('')
  })

  test('that comes along as an example has nothing wrong', () => {
    const names = readdirSync('examples/theme')
    const files = names.map((name) => [name, readFileSync(join('examples/theme', name), 'utf8')])
    const { render, banner } = loadTheme(folderWith(Object.fromEntries(files)))
    expect(banner).toStartWith('Property of')
    expect(render('device-name', samples('<quay>')['device-name'])).toContain('Harbour Works · &lt;quay&gt;')
  })
})

describe('a broken theme stops the start and says', () => {
  const cases: [problem: string, files: Record<string, string>, says: RegExp][] = [
    [
      'which file means nothing',
      { 'logn.html': '' },
      /logn\.html is no file of a theme; it may have theme\.css/,
    ],
    ['which template does not compile', { 'menu.html': '<% if ( %>' }, /menu\.html does not compile/],
    [
      'what a template asks for in vain',
      { 'login.html': '<%= it.Eror %>' },
      /login\.html failed: .*it\.Eror/,
    ],
    ['what a part asks for in vain', { 'icon.html': '<%= it.size %>' }, /it\.size|undefined/],
    ['that a style attribute is blocked', { 'login.html': '<p style="color:red">' }, /a style attribute/],
    [
      'that a script inside is blocked',
      { 'login.html': '<script>go()</script>' },
      /a script inside the page/,
    ],
    ['that a handler is blocked', { 'login.html': '<p onclick="go()">' }, /an event handler/],
  ]
  test.each(cases)('%s', (_problem, files, says) => {
    const folder = folderWith(files)
    expect(() => loadTheme(folder)).toThrow(says)
    expect(() => loadTheme(folder)).toThrow('--theme (or THEME): ')
  })

  test('that there is no such folder', () => {
    expect(() => loadTheme('/nowhere/at/all')).toThrow('--theme (or THEME): /nowhere/at/all does not exist')
  })

  test('that it is a file', () => {
    const file = join(folderWith({ 'theme.css': '' }), 'theme.css')
    expect(() => loadTheme(file)).toThrow(/theme\.css is a file; a theme is a folder\. Example: --theme/)
  })

  test('in one line', () => {
    expect(messageOf(() => loadTheme(folderWith({ 'menu.html': '<% if ( %>' })))).not.toContain('\n')
  })

  test('that others may write the folder, or a file in it', () => {
    const folder = folderWith({ 'login.html': 'hello' })
    chmodSync(join(folder, 'login.html'), 0o664)
    expect(() => loadTheme(folder)).toThrow('login.html: others than its owner may write it')
    chmodSync(folder, 0o777)
    expect(() => loadTheme(folder)).toThrow('others than its owner may write it')
  })
})

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-theme-'))
  folders.push(folder)
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  for (const name of Object.keys(files)) chmodSync(join(folder, name), 0o644)
  return folder
}

function messageOf(attempt: () => void): string {
  try {
    attempt()
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
  return ''
}
