import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { iconNames } from '../assets.ts'
import { loadViews } from './render.ts'
import { samples } from './samples.ts'
import type { ViewData } from './view-data.ts'

const render = loadViews()
const names = [
  ...(['login', 'message', 'layout', 'page', 'sessions', 'about', 'fragment-page'] as const),
  ...(['device-name', 'overview-facts', 'interface-table', 'fragment-problem'] as const),
]
const wholePages = ['login', 'message', 'layout'] as const

const draw = (name: keyof ViewData, say = 'hello') => render(name, samples(say)[name])

describe.each([...names])('%s', (name) => {
  test('has every one of its values printed', () => {
    expect(draw(name)).not.toMatch(/undefined|null|\[object|NaN/)
  })

  test('escapes whatever comes from outside', () => {
    const html = draw(name, `"'><script>alert(1)</script><img src=x onerror=alert(1)>`)
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('<img src=x')
    expect(html).not.toMatch(/=\s*["'][^"']*"'>/)
  })

  test('opens no other address without cutting the tie to this page', () => {
    for (const link of draw(name).match(/<a\s[^>]*target="_blank"[^>]*>/g) ?? []) {
      expect(link).toContain('rel="noopener noreferrer"')
    }
  })

  test('protects every form with the token', () => {
    const html = draw(name, 'T0KEN')
    const forms = html.match(/<form\s[^>]*method="post"[^>]*>.*?<\/form>/gs) ?? []
    expect(forms.length).toBe(html.split('<form').length - 1)
    for (const form of forms) expect(form).toContain('<input type="hidden" name="csrf" value="T0KEN">')
  })
})

describe.each([...wholePages])('the page %s', (name) => {
  test('carries the token and the settings of htmx', () => {
    const html = draw(name, 'T0KEN')
    expect(html).toContain('<meta name="csrf-token" content="T0KEN">')
    const settings = /<meta name="htmx-config" content='([^']*)'>/.exec(html)?.[1]
    expect(JSON.parse(settings ?? '')).toMatchObject({ includeIndicatorStyles: false, allowEval: false })
  })

  test('names its language, direction and theme', () => {
    expect(draw(name)).toStartWith('<!DOCTYPE html>\n<html lang="en" dir="ltr" data-theme="auto">')
  })
})

describe('the login page', () => {
  const quiet = { ...samples('').login, isSecure: true }

  test('says nothing about the product, the version or the device', () => {
    expect(render('login', quiet)).not.toMatch(/portico|htmx\.js|\d+\.\d+\.\d+/i)
  })

  test('ties the error to both fields', () => {
    const html = render('login', { ...quiet, Error: 'Invalid username or password.' })
    expect(html).toContain(
      '<p class="note note-error" role="alert" id="error">Invalid username or password.</p>',
    )
    expect(html.match(/aria-describedby="error/g)).toHaveLength(2)
  })
})

describe('the layout', () => {
  const plain = {
    ...samples('x').layout,
    consoleUrl: undefined,
    networkBrowserUrl: undefined,
    shortcuts: [],
    menu: [],
  }

  test('a shortcut the session has is an icon with a name, and opens a new tab', () => {
    const html = render('layout', { ...plain, consoleUrl: 'https://router:7681/' })
    expect(html).toContain('href="https://router:7681/" target="_blank" rel="noopener noreferrer"')
    expect(html).toContain('aria-label="Console (opens in a new tab)"')
  })
})

describe('fragments', () => {
  test('a fragment that refreshes itself says that it is a poll', () => {
    const [once, refreshed] = samples('').page.fragments.map((place) =>
      render('page', { ...samples('').page, fragments: [place] }),
    )
    expect(refreshed).toContain('hx-trigger="load, every 5s, retry"')
    expect(refreshed).toContain(`hx-headers='{"X-Portico-Poll": "1"}'`)
    expect(once).not.toContain('X-Portico-Poll')
  })

  test('an interface that was switched off is not just down', () => {
    const table = samples('e1')['interface-table']
    const rows = table.rows.map((row) => ({ ...row, state: 'down' as const }))
    expect(render('interface-table', { ...table, rows })).toMatch(/Down.*Disabled/s)
  })

  test('what the device does not tell is left out', () => {
    const facts = { ...samples('x')['overview-facts'], contact: undefined, memory: undefined, load: [] }
    expect(render('overview-facts', facts)).not.toMatch(/Contact|Memory|Load|Resources/)
  })
})

describe('the template files', () => {
  const files = readdirSync(import.meta.dir).filter((file) => file.endsWith('.html'))
  const sources = files.map((file) => [file, readFileSync(join(import.meta.dir, file), 'utf8')] as const)

  test.each(sources)('%s says nothing of its own: all words come from the texts', (_file, source) => {
    const words = source.replace(/<%.*?%>/gs, '').replace(/<[^>]*>/g, '')
    expect(words).not.toMatch(/\p{L}/u)
    expect(source).not.toMatch(/(aria-label|title|alt|placeholder)="[^"<]*\p{L}/u)
  })

  test.each(sources)('%s uses only icons that are in the sprite', (_file, source) => {
    for (const [, icon] of source.matchAll(/icon: '([^']+)'/g)) expect(iconNames).toContain(icon as never)
  })
})
