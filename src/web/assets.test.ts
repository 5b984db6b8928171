import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { iconNames, loadAssets } from './assets.ts'

const theme = mkdtempSync(join(tmpdir(), 'portico-theme-'))
afterAll(() => rmSync(theme, { recursive: true }))

const assets = loadAssets()
const names = ['style.css', 'login.js', 'app.js', 'htmx.js', 'icons.svg', 'logo.svg'] as const

describe.each([...names])('%s', (name) => {
  test('has its content in its address, and may be kept for ever', () => {
    expect(assets.url(name)).toMatch(/^\/assets\/[a-z]+\.[0-9a-f]{12}\.(css|js|svg)$/)
    const { headers } = get(assets.url(name))
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('vary')).toBe('Accept-Encoding')
    expect(headers.get('content-type')).toMatch(
      /^(text\/css|text\/javascript|image\/svg\+xml); charset=utf-8$/,
    )
  })

  test('is the same whether compressed or not', async () => {
    const plain = await bytes(get(assets.url(name)))
    expect(gunzipSync(await bytes(get(assets.url(name), 'gzip')))).toEqual(plain)
    expect(brotliDecompressSync(await bytes(get(assets.url(name), 'gzip, br')))).toEqual(plain)
  })
})

describe('compression', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['BR;q=0.5, gzip', 'br'],
    ['br;q=0, gzip;q=0.1', 'gzip'],
    ['gzip; q=0.000', null],
    ['deflate', null],
    ['', null],
  ])('Accept-Encoding "%s" is answered with %s', (accepted, encoding) => {
    expect(get(assets.url('style.css'), accepted).headers.get('content-encoding')).toBe(encoding)
  })
})

test('HEAD names the length of the answer to GET', async () => {
  const server = Bun.serve({
    port: 0,
    fetch: (request) => answer(new URL(request.url).pathname, request.headers),
  })
  const address = new URL(assets.url('style.css'), server.url)
  const headers = { 'accept-encoding': 'identity' }
  const got = await bytes(await fetch(address, { headers }))
  const head = await fetch(address, { method: 'HEAD', headers })
  expect(head.headers.get('content-length')).toBe(String(got.length))
  await server.stop()
})

test('the favicon answers under the name that browsers ask for', () => {
  expect(get('/favicon.ico').headers.get('content-type')).toBe('image/x-icon')
})

test.each([
  '/assets/',
  '/assets',
  '/assets/style.css',
  '/assets/../package.json',
  '/assets/%2e%2e/package.json',
])('there is nothing at %s', (path) => {
  expect(assets.respond(path, new Headers())).toBeUndefined()
})

test('a name that is none of ours is a mistake of the template', () => {
  expect(() => assets.url('stile.css')).toThrow('stile.css')
})

describe('a theme', () => {
  test('adds its rules after ours and brings its own logo', async () => {
    writeFileSync(join(theme, 'theme.css'), ':root { --accent: rebeccapurple }')
    writeFileSync(join(theme, 'logo.svg'), '<svg/>')
    const themed = loadAssets({ theme })
    expect(await text(themed, 'style.css')).toEndWith(':root { --accent: rebeccapurple }')
    expect(await text(themed, 'logo.svg')).toBe('<svg/>')
    expect(themed.url('style.css')).not.toBe(assets.url('style.css'))
    expect(themed.url('app.js')).toBe(assets.url('app.js'))
  })
})

test('the sprite holds every icon, drawn', async () => {
  const sprite = await text(assets, 'icons.svg')
  for (const name of iconNames)
    expect(sprite).toMatch(new RegExp(`<symbol id="${name}" [^>]*><(path|circle|ellipse|rect|line)`))
})

function get(path: string, encoding = ''): Response {
  return answer(path, new Headers({ 'accept-encoding': encoding }))
}

function answer(path: string, headers: Headers): Response {
  return assets.respond(path, headers) ?? new Response(undefined, { status: 404 })
}

const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer())
const text = async (from: typeof assets, name: string) =>
  (await from.respond(from.url(name), new Headers())?.text()) ?? ''
