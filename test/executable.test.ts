import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildExecutable } from '../scripts/build/executable.ts'
import { startTestDevice } from './support/device/test-device.ts'
import { type Running, start } from './support/running.ts'
import { cookiesIn, postLogin } from './support/visitor.ts'

const here = mkdtempSync(join(tmpdir(), 'portico-executable-'))
const executable = join(here, 'built/portico')
const anywhere = join(here, 'anywhere')

beforeAll(async () => {
  await buildExecutable({ outfile: executable, runtime: process.execPath })
  mkdirSync(anywhere)
})
afterAll(() => rmSync(here, { recursive: true }))

test('the executable is the same bytes when it is built again', async () => {
  const again = join(here, 'again/portico')
  await buildExecutable({ outfile: again, runtime: process.execPath })
  expect(readFileSync(again).equals(readFileSync(executable))).toBe(true)
})

test('the executable does not tell in which folder it was built', () => {
  expect(readFileSync(executable).includes(process.cwd())).toBe(false)
})

describe('the executable, alone in an empty folder', () => {
  test('knows its version and its commands', async () => {
    expect(await runOnce('--version')).toMatch(/^\d+\.\d+\.\d+$/)
    expect(await runOnce('--help')).toContain('--restconf')
  })

  test('says in one line what is wrong with a setting', async () => {
    expect(await runOnce('--restconf', 'nowhere')).toMatch(
      /^portico: --restconf \(or RESTCONF_URL\): [^\n]+$/,
    )
  })

  test('serves the demo: the page, its assets compressed, and a login', async () => {
    const demo = start([executable, 'demo', '--listen', '127.0.0.1:0'], { cwd: anywhere })
    const { url } = JSON.parse(await demo.saying('ready '))
    const page = await (await fetch(new URL('/login', url))).text()
    for (const [, address = ''] of page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) {
      const asset = await fetch(new URL(address, url), { headers: { 'accept-encoding': 'br' } })
      expect(asset.status).toBe(200)
      expect(asset.headers.get('content-encoding')).toBe('br')
      expect((await asset.bytes()).length).toBeGreaterThan(100)
    }
    const answer = await postLogin(url)
    const cookie = cookiesIn(answer)
    expect(answer.headers.get('location')).toBe('/')
    expect(await (await fetch(url, { headers: { cookie } })).text()).toContain('admin')
    expect(await demo.stop()).toBe(0)
    expect(demo.said()).toEndWith('"event":"service.stopped"}')
  })

  test('draws each page as a checkout does, which compiles its templates itself', async () => {
    const device = await startTestDevice()
    const settings = ['--restconf', device.url, '--listen', '127.0.0.1:0']
    const executables = [[executable], [process.execPath, join(process.cwd(), 'src/main.ts')]]
    const [ours, theirs] = await Promise.all(
      executables.map(async (command) => {
        const service = start([...command, ...settings], { cwd: anywhere })
        const drawn = await pagesOf(await addressOf(service))
        await service.stop()
        return drawn
      }),
    )
    expect(ours).toEqual(theirs ?? [])
    await device.stop()
  })

  test('runs nothing that lies there: no .env, no bunfig.toml', async () => {
    writeFileSync(join(anywhere, '.env'), 'RESTCONF_URL=http://127.0.0.1:1/taken-from-env')
    writeFileSync(join(anywhere, 'bunfig.toml'), 'preload = ["./preload.ts"]')
    writeFileSync(join(anywhere, 'preload.ts'), 'console.log("preloaded")')
    const said = await runOnce()
    expect(said).toContain('--restconf (or RESTCONF_URL): is missing: give the RESTCONF root of your device')
    expect(said).not.toContain('preloaded')
  })

  test('takes a theme, declared features and a hook from the disk', async () => {
    const device = await startTestDevice()
    const service = start([executable, ...(await vendorFlags()), '--restconf', device.url], { cwd: anywhere })
    const url = await addressOf(service)
    expect(await (await fetch(new URL('/login', url))).text()).toContain('Authorised staff only')

    const cookie = cookiesIn(await postLogin(url))
    const session = await (await fetch(new URL('/session', url), { headers: { cookie } })).json()
    expect(session).toMatchObject({ features: { 'ietf-features': true } })
    expect(service.said()).toContain('hook: hello admin')
    await service.stop()
    await device.stop()
  })
})

/** Every kind of page there is, without the tokens and times in them. */
async function pagesOf(url: string): Promise<string[]> {
  const cookie = cookiesIn(await postLogin(url))
  const pages: string[] = []
  for (const path of ['/login', '/', '/interfaces', '/sessions', '/about', '/nowhere']) {
    const page = await fetch(new URL(path, url), { headers: path === '/login' ? {} : { cookie } })
    const text = (await page.text()).replaceAll(/[\w.-]{40,}|<time.*<\/time>/g, '')
    pages.push(`${path} ${page.status} ${text}`)
  }
  return pages
}

/** What a vendor puts beside the executable; the hook has a module of its own. */
async function vendorFlags(): Promise<string[]> {
  const vendor = join(here, 'vendor')
  mkdirSync(join(vendor, 'theme'), { recursive: true })
  writeFileSync(join(vendor, 'theme/banner.txt'), 'Authorised staff only')
  writeFileSync(join(vendor, 'greeting.ts'), 'export const greeting: string = "hook: hello"')
  writeFileSync(
    join(vendor, 'hook.ts'),
    'import { greeting } from "./greeting.ts"\nexport default ({ username }) => console.log(greeting, username)',
  )
  writeFileSync(
    join(vendor, 'features.json'),
    JSON.stringify([
      { key: 'ietf-features', resource: 'infix-services:web', leaf: 'console/enabled', equals: true },
    ]),
  )
  const file = (name: string) => join(vendor, name)
  return [
    ...['--theme', file('theme'), '--features', file('features.json'), '--on-login', file('hook.ts')],
    ...['--listen', '127.0.0.1:0'],
  ]
}

/** The log tells where it answers. */
async function addressOf(service: Running): Promise<string> {
  const line = await service.saying('{"level":"info"')
  return JSON.parse(`{"level":"info"${line}`).address
}

/** What a command says before it ends. */
async function runOnce(...args: readonly string[]): Promise<string> {
  const program = Bun.spawn([executable, ...args], {
    cwd: anywhere,
    env: {},
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, errors] = await Promise.all([readAll(program.stdout), readAll(program.stderr)])
  return (output + errors).trim()
}

const readAll = (stream: ReadableStream) => new Response(stream).text()
