import { afterAll, describe, expect, test } from 'bun:test'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { samples } from '../web/views/samples.ts'
import { loadTheme } from './load-theme.ts'
import { idsOfScripts } from './try-views.ts'

const folders: string[] = []
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const ourLogin = readFileSync('src/web/views/login.html', 'utf8')
afterAll(() => folders.map((folder) => rmSync(folder, { recursive: true })))

describe('a theme', () => {
  test('replaces what it brings, and leaves the rest', () => {
    const { render, banner } = loadTheme(folderWith({ 'banner.txt': ' Keep out.\n', 'fact.html': '' }))
    expect(banner).toBe('Keep out.')
    expect(render('overview-facts', samples('hello')['overview-facts'])).not.toContain('<dt>Contact')
    expect(render('login', samples('hello').login)).toContain('id="login"')
  })

  test('names the product and the login page, and brings pictures of its own', () => {
    const folder = folderWith({
      'theme.json': '{"product": "Harbour OS", "title": "Welcome aboard"}',
      'theme.css': 'body { background: url("images/quay.png") }',
    })
    mkdirSync(join(folder, 'images'), { mode: 0o755 })
    writeFileSync(join(folder, 'images', 'quay.png'), PNG, { mode: 0o644 })
    const { names, assets } = loadTheme(folder)
    expect(names).toEqual({ product: 'Harbour OS', title: 'Welcome aboard' })
    expect(assets.url('images/quay.png')).toMatch(/^\/assets\/images-quay\.[0-9a-f]{12}\.png$/)
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
      { 'notes.txt': '' },
      /notes\.txt is not a file of a theme; a theme may have theme\.css/,
    ],
    [
      'which name was meant',
      { 'logn.html': '' },
      /logn\.html is not a file of a theme; did you mean login\.html\?/,
    ],
    ['which name was meant', { 'login.htm': '' }, /login\.htm is .* did you mean login\.html\?/],
    ['which name was meant', { 'Login.html': '' }, /Login\.html is .* did you mean login\.html\?/],
    ['which name was meant', { 'theme.jsn': '' }, /theme\.jsn is .* did you mean theme\.json\?/],
    [
      'where pictures go',
      { 'logo.png': '' },
      /logo\.png is not a file of a theme; a theme may have .* a folder images/,
    ],
    [
      'which template does not compile, and in which line',
      { 'menu.html': 'a\n<% if ( %>\nb' },
      /^[^\n]*: \/[^ ]*\/menu\.html, line 2: does not compile: Unexpected token ';'/,
    ],
    [
      'that a brace is not closed',
      { 'menu.html': 'a\n\n<% if (it) { %>' },
      /menu\.html, line 3: does not compile: a { or \( is not closed/,
    ],
    [
      'that a brace is closed twice',
      { 'menu.html': 'a\n<% } %>\n<%= it.text.layout.menu %>' },
      /menu\.html, line 2: does not compile: a } or \) has no beginning/,
    ],
    ['that a tag is not closed', { 'menu.html': 'a\n<%= it.text' }, /menu\.html, line 2: unclosed tag/],
    [
      'what a template asks for in vain',
      { 'login.html': '\n<%= it.Eror %>' },
      /\/login\.html, line 2: .*it\.Eror.* portico theme login\.html data lists what it has/,
    ],
    [
      'what a part asks for in vain',
      { 'icon.html': '\n\n<%= it.size %>' },
      /\/icon\.html, line 3: .*undefined/,
    ],
    [
      'that login.js would not find what it looks for',
      { 'login.html': ourLogin.replace('id="caps-lock"', '').replace('type="button" id="reveal"', '') },
      /\/login\.html: login\.js needs <button id="reveal">, id="caps-lock"; keep what portico theme login\.html/,
    ],
    [
      'that a style attribute is blocked',
      { 'menu.html': '\n<p style="color:red">' },
      /menu\.html, line 2: has a style attribute/,
    ],
    ['that a script inside is blocked', { 'menu.html': '<script>go()</script>' }, /line 1: has a script/],
    ['that a handler is blocked', { 'menu.html': '<p onclick="go()">' }, /line 1: has an event handler/],
    ['that the login page has no form', { 'login.html': '<p>Hello</p>' }, /no <form method="post"/],
    [
      'that the form has no password field',
      { 'login.html': '<form method="post" action="/login"><input name="username">' },
      /\/login\.html: the login form has no field with name="password"/,
    ],
    [
      'that the form has no token',
      {
        'login.html':
          '<form method="post" action="/login"><input name="username"><input name="password"><button>',
      },
      /no hidden field with name="csrf"/,
    ],
    [
      'that only another form has the token',
      {
        'login.html':
          '<form method="post" action="/login"><input name="username"><input name="password"><button></form>' +
          '<form method="post"><input type="hidden" name="csrf" value="<%= it.CsrfToken %>"></form>',
      },
      /no hidden field with name="csrf"/,
    ],
    [
      'that a script is foreign',
      { 'menu.html': '<i></i>\n\n<script src="https://cdn.example/x.js"></script>' },
      /menu\.html, line 3: loads something from another server/,
    ],
    ['that a picture is foreign', { 'menu.html': '<img src=//x.example/p.png>' }, /from another server/],
    ['that a value is not escaped', { 'menu.html': '<%~ it.username %>' }, /without escaping it/],
    [
      'that a style sheet is imported',
      { 'theme.css': 'a{}\n@import "x.css";' },
      /theme\.css, line 2: imports/,
    ],
    ['that a font is foreign', { 'theme.css': 'a{src:url(https://f.example/f)}' }, /line 1: loads something/],
    ['that a logo is none', { 'logo.svg': '\x89PNG' }, /logo\.svg, line 1: is not an SVG picture/],
    ['that a logo holds a script', { 'logo.svg': '<svg>\n<script/></svg>' }, /line 2: holds a script/],
    [
      'that a logo refers to another server',
      { 'logo.svg': '<svg><image href="http://x.example/"/></svg>' },
      /refers to something outside/,
    ],
    ['that a banner has no end', { 'banner.txt': 'x'.repeat(5_000) }, /longer than 4000 characters/],
    ['that a banner has control characters', { 'banner.txt': 'a\n\x1b[2J' }, /line 2: has a control char/],
    ['that the names are no JSON', { 'theme.json': '{\n"product": }' }, /theme\.json, line 2: is not JSON/],
    [
      'that a member is unknown',
      { 'theme.json': '{"product": "P",\n"titel": "T"}' },
      /theme\.json, line 2: "titel" does not belong here; "product" and "title" do/,
    ],
    ['that the names are a list', { 'theme.json': '[]' }, /theme\.json, line 1: is not like {"product"/],
    ['that a name is no text', { 'theme.json': '{\n"product": 7}' }, /line 2: "product" is not a text of/],
    [
      'that a picture is not there',
      { 'theme.css': 'a{}\nb{background:url(images/q.png)}' },
      /theme\.css, line 2: there is no images\/q\.png in the theme/,
    ],
  ]
  test.each(cases)('%s', (_problem, files, says) => {
    const folder = folderWith(files)
    expect(() => loadTheme(folder)).toThrow(says)
    expect(() => loadTheme(folder)).toThrow('--theme (or THEME): ')
  })

  test('nothing when login.html does without the script and what the script needs', () => {
    const page = ourLogin.replace(/<script.*<\/script>/, '').replace('id="caps-lock"', '')
    expect(() => loadTheme(folderWith({ 'login.html': page }))).not.toThrow()
  })

  test('in one line', () => {
    expect(messageOf(() => loadTheme(folderWith({ 'menu.html': '<% if ( %>' })))).not.toContain('\n')
  })

  test('that a banner is not UTF-8, and in which line', () => {
    const folder = folderWith({})
    writeFileSync(join(folder, 'banner.txt'), Buffer.from('Welcome\nZur\xfcck', 'latin1'), { mode: 0o644 })
    expect(() => loadTheme(folder)).toThrow('banner.txt, line 2: is not UTF-8 text')
  })

  test('that others may write the folder, or a file in it', () => {
    const folder = folderWith({ 'login.html': 'hello' })
    chmodSync(join(folder, 'login.html'), 0o664)
    expect(() => loadTheme(folder)).toThrow('login.html: others than its owner may write it')
    chmodSync(folder, 0o777)
    expect(() => loadTheme(folder)).toThrow('others than its owner may write it')
  })
})

test('every id that a script looks for is checked in a theme', () => {
  const scripts = readdirSync('src/browser').map((name) => readFileSync(join('src/browser', name), 'utf8'))
  const used = scripts.flatMap((text) => [...text.matchAll(/byId\('([\w-]+)'/g)].map(([, id = '']) => id))
  const checked = Object.values(idsOfScripts).flatMap(({ elements }) => elements.map(([, id]) => id))
  expect([...new Set(used)].sort()).toEqual([...checked].sort())
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
