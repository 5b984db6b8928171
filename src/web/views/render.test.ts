import { afterAll, describe, expect, test } from 'bun:test'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inHtml, loadViews } from './render.ts'
import { samples } from './samples.ts'

const folders: string[] = []
afterAll(() => folders.map((folder) => rmSync(folder, { recursive: true })))

const data = samples('hello')

describe('strict templates', () => {
  test('a name the view does not have throws instead of printing "undefined"', () => {
    const render = loadViews({ theme: folderWith({ 'login.html': '<p><%= it.Eror %></p>' }) })
    expect(() => render('login', data.login)).toThrow('login.html')
  })

  test('a question about such a name throws too', () => {
    const render = loadViews({ theme: folderWith({ 'login.html': '<% if (it.Eror) { %>!<% } %>' }) })
    expect(() => render('login', data.login)).toThrow('login.html')
  })

  test.each(['it.text.login.nothing', 'null', 'it.text', 'true'])('%s is nothing to print', (value) => {
    const render = loadViews({ theme: folderWith({ 'login.html': `<%= ${value} %>` }) })
    expect(() => render('login', data.login)).toThrow('login.html')
  })

  test('a tag that begins with a bracket works as well where drawings are traced to their lines', () => {
    const theme = folderWith({
      'login.html': '<% const list = [1] %>\n<% (list).forEach((n) => { %><%= n %><% }) %>',
    })
    expect(loadViews({ theme, isTraced: true })('login', data.login)).toBe('1')
  })

  test('the failure says why, for the log', () => {
    const render = loadViews({ theme: folderWith({ 'login.html': '<%= it.Eror %>' }) })
    expect(causeOf(() => render('login', data.login))).toContain('it.Eror')
  })
})

describe('loading', () => {
  test("a theme's file wins over ours of the same name, and the others stay", () => {
    const theme = folderWith({ 'login.html': '<b><%= it.Error %></b><i><%= it.CsrfToken %></i>' })
    const render = loadViews({ theme })
    expect(render('login', { ...data.login, Error: '<', CsrfToken: 'T' })).toBe('<b>&lt;</b><i>T</i>')
    expect(render('page', data.page)).toContain('<h1>hello</h1>')
  })

  test.each(['<% if ( %>', "<%= 'open", '<% } %>'])(
    'a template that does not compile stops the start: %s',
    (broken) => {
      const theme = folderWith({ 'message.html': broken })
      expect(() => loadViews({ theme })).toThrow('message.html')
    },
  )

  test('a missing template stops the start and is named', () => {
    const own = mkdtempSync(join(tmpdir(), 'portico-views-'))
    folders.push(own)
    cpSync(import.meta.dir, own, { recursive: true })
    rmSync(join(own, 'menu.html'))
    expect(() => loadViews({ own })).toThrow('menu.html')
  })
})

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-theme-'))
  folders.push(folder)
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

function causeOf(attempt: () => void): string {
  try {
    attempt()
  } catch (error) {
    return error instanceof Error ? String(error.cause) : ''
  }
  return ''
}

test('text is escaped for HTML, quotes of both kinds included', () => {
  expect(inHtml(`<a href="x" title='y'>&amp;</a>`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;',
  )
})
