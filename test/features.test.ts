import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import type { Fault } from '../src/demo/faults/fault.ts'
import { links } from './support/links.ts'
import { startService, type TestService } from './support/service.ts'

const SERVICES = 'infix-services:web'

/** Signs in after the device has been prepared, and returns the session's features and its root page. */
async function afterLogin(
  prepare: (here: TestService) => void = () => {},
  headers: Record<string, string> = {},
) {
  await using here = await startService()
  prepare(here)
  const user = here.browser()
  expect((await user.logIn()).status).toBe(303)
  return { features: (await user.session()).features, page: (await user.get('/', headers)).body }
}

describe('What the service does', () => {
  test('it authenticates a user by forwarding the submitted username and password to the device’s RESTCONF interface (RFC 8040) using HTTP Basic authentication', async () => {
    await using here = await startService()
    await here.browser().logIn()
    const [first] = here.demo.journal.entries
    expect(first).toMatchObject({ method: 'GET', scheme: 'Basic', username: 'admin' })
    expect(first?.path).toStartWith('/restconf/data/')
    expect(first?.authorization).toBe(`Basic ${btoa('admin:admin')}`)
  })

  test('on success it creates a server-side session, sets a session cookie and a request-forgery token, and redirects the browser to the root page', async () => {
    await using here = await startService()
    const user = here.browser()
    const { status, headers } = await user.logIn()
    expect([status, headers.get('location')]).toEqual([303, '/'])
    expect(user.jar.names).toEqual(['csrf', 'session'])
    expect((await user.get('/')).status).toBe(200)
  })

  test('at login it also reads which optional features the device offers and stores them with the session as a map of feature name to boolean', async () => {
    const { features } = await afterLogin()
    expect(Object.keys(features)).toContainAllValues(['console', 'the service', 'wifi', 'containers'])
    expect(Object.values(features).every((value) => typeof value === 'boolean')).toBe(true)
  })

  test.each([true, false])(
    'console: a browser-based terminal console is enabled in the device configuration (%p)',
    async (on) => {
      const { features } = await afterLogin(({ demo }) => demo.datastore.switchConsole(on))
      expect(features).toMatchObject({ console: on, 'the service': true })
    },
  )

  test.each([true, false])(
    'the service: the mDNS network browser is enabled in the device configuration (%p)',
    async (on) => {
      const { features } = await afterLogin(({ demo }) => demo.datastore.switchNetworkBrowser(on))
      expect(features).toMatchObject({ console: true, 'the service': on })
    },
  )
})

describe('Rules for the two shortcut features', () => {
  test('1. S11 both flags come from a single read of the device’s services configuration, made once at login with the user’s credentials', async () => {
    await using here = await startService()
    const user = here.browser()
    await user.logIn('guest')
    await user.get('/')
    await user.get('/interfaces')
    const reads = here.demo.journal.find({ resource: SERVICES })
    expect(reads).toMatchObject([{ method: 'GET', username: 'guest', status: 200 }])
  })

  const failures: [string, Fault][] = [
    ['an error', { kind: 'status', status: 500 }],
    ['not allowed', { kind: 'status', status: 403 }],
    ['not there', { kind: 'status', status: 404 }],
    ['not authenticated any more', { kind: 'status', status: 401 }],
    ['cut', { kind: 'reset' }],
    ['HTML', { kind: 'html' }],
    ['a redirect', { kind: 'redirect', to: '/elsewhere' }],
    ['invalid JSON', { kind: 'bad-json' }],
    ['cut halfway', { kind: 'reset-midway', framing: 'length' }],
  ]
  test.each(failures)(
    '2. D6 if that read fails (%s), both flags are false (fail-closed)',
    async (_, fault) => {
      const { features } = await afterLogin(({ demo }) => demo.faults.set(fault, { resource: SERVICES }))
      expect(features).toEqual({ console: false, 'the service': false, wifi: true, containers: true })
    },
  )

  test('2. D6 if that read does not end in time, both flags are false (fail-closed)', async () => {
    await using here = await startService({ flags: ['--device-timeout', '400ms'] })
    here.demo.faults.set({ kind: 'hang' }, { resource: SERVICES })
    const user = here.browser()
    expect((await user.logIn()).status).toBe(303)
    expect((await user.session()).features).toMatchObject({ console: false, 'the service': false })
  })

  test('3. the console entry is shown only when console is true', async () => {
    const on = await afterLogin()
    expect(links(on.page).filter(({ label }) => label.includes('Console'))).toHaveLength(1)
    const off = await afterLogin(({ demo }) => demo.datastore.switchConsole(false))
    expect(links(off.page).filter(({ label }) => label.includes('Console'))).toEqual([])
    expect(off.page).not.toContain('Console')
    expect(off.page).not.toContain(':7681')
  })

  test('3. the network browser entry is shown only when the service is true', async () => {
    const off = await afterLogin(({ demo }) => demo.datastore.switchNetworkBrowser(false))
    expect(off.page).not.toContain('Network Browser')
    expect(off.page).not.toContain('network.local')
  })

  test('3. each entry has its own key: the one does not show the other', async () => {
    const { page } = await afterLogin(({ demo }) => demo.datastore.switchNetworkBrowser(false))
    expect(links(page).some(({ label }) => label.includes('Console'))).toBe(true)
  })

  test('4. the network browser entry appears in two places: an icon in the top bar and an entry under the Status > Network menu', async () => {
    const { page } = await afterLogin()
    const topbar = page.slice(page.indexOf('<header'), page.indexOf('</header>'))
    const menu = page.slice(page.indexOf('<nav'), page.indexOf('</nav>'))
    const [status, network] = [menu.indexOf('>Status<'), menu.indexOf('>Network<')]
    expect(links(topbar).filter(({ href }) => href === 'https://network.local/')).toHaveLength(1)
    expect(status).toBeGreaterThan(0)
    expect(network).toBeGreaterThan(status)
    expect(links(menu.slice(network)).filter(({ href }) => href === 'https://network.local/')).toHaveLength(1)
    expect(links(page).filter(({ href }) => href === 'https://network.local/')).toHaveLength(2)
  })

  test('4. H5 each opens the browser in a new tab', async () => {
    const { page } = await afterLogin()
    const shortcuts = links(page).filter(({ href }) => href.startsWith('https://'))
    expect(shortcuts).toHaveLength(3)
    for (const { target, rel } of shortcuts) {
      expect([target, rel]).toEqual(['_blank', 'noopener noreferrer'])
    }
  })

  test.each([
    ['another Host', { Host: 'evil.example' }],
    ['forwarded names', { 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' }],
    ['a Referer', { Referer: 'https://evil.example/' }],
  ])(
    '5. the link target is a fixed, static HTTPS address of a name-based virtual host; it is not derived from the request (%s)',
    async (_, headers) => {
      const { page } = await afterLogin(undefined, headers)
      const targets = links(page).filter(({ label }) => label.includes('Network Browser'))
      expect(targets.map(({ href }) => href)).toEqual(['https://network.local/', 'https://network.local/'])
    },
  )

  test('5. … the same for every device', () => {
    const source = readFileSync(new URL('../src/web/pages/layout.ts', import.meta.url), 'utf8')
    expect(source).toContain("NETWORK_BROWSER_URL = 'https://network.local/'")
  })

  test('6. other optional features are probed at login and stored in the same map', async () => {
    const { features } = await afterLogin(({ demo }) => {
      demo.datastore.library = { form: 'yang-library', features: ['containers'] }
    })
    expect(features).toEqual({ console: true, 'the service': true, wifi: false, containers: true })
  })
})
