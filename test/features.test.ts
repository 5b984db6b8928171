import { describe, expect, test } from 'bun:test'
import { links } from './support/links.ts'
import { oneService, startService, type TestService } from './support/service.ts'

const here = oneService()
const SERVICES = 'infix-services:web'

/** Logs in after the device has been prepared; the session's features and its root page. */
async function afterLogin(
  prepare: (here: TestService) => void = () => {},
  headers: Record<string, string> = {},
) {
  prepare(here)
  const user = await here.logIn()
  return { features: (await user.session()).features, page: (await user.get('/', headers)).body }
}

test('at login it also reads which optional features the device offers and stores them with the session as a map of feature name to boolean', async () => {
  const { features } = await afterLogin()
  expect(features).toEqual({ console: true, 'the service': true, wifi: true, containers: true })
})

describe('Feature key', () => {
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
  test('S11 1. both flags come from a single read of the device’s services configuration, made once at login with the user’s credentials', async () => {
    const user = here.browser()
    await user.logIn('guest')
    await user.get('/')
    await user.get('/interfaces')
    const reads = here.demo.journal.find({ resource: SERVICES })
    expect(reads).toMatchObject([{ method: 'GET', username: 'guest', status: 200 }])
  })

  test('D6 2. if that read fails, both flags are false (fail-closed)', async () => {
    const fault = { kind: 'status', status: 500 } as const
    const { features } = await afterLogin(({ demo }) => demo.faults.set(fault, { resource: SERVICES }))
    expect(features).toEqual({ console: false, 'the service': false, wifi: true, containers: true })
  })

  test('3. the console entry is shown only when console is true', async () => {
    const on = await afterLogin()
    expect(links(on.page).filter(({ label }) => label.includes('Console'))).toHaveLength(1)
    const off = await afterLogin(({ demo }) => demo.datastore.switchConsole(false))
    expect(links(off.page).filter(({ label }) => label.includes('Console'))).toEqual([])
    expect(off.page).not.toContain('Console')
    expect(off.page).not.toContain(':7681')
    expect(links(off.page).some(({ label }) => label.includes('Network Browser'))).toBe(true)
  })

  test('3. the network browser entry is shown only when the service is true', async () => {
    const off = await afterLogin(({ demo }) => demo.datastore.switchNetworkBrowser(false))
    expect(off.page).not.toContain('Network Browser')
    expect(off.page).not.toContain('network.local')
    expect(links(off.page).some(({ label }) => label.includes('Console'))).toBe(true)
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

  test('H5 4. each opens the browser in a new tab', async () => {
    const { page } = await afterLogin()
    const shortcuts = links(page).filter(({ href }) => href.startsWith('https://'))
    expect(shortcuts).toHaveLength(3)
    for (const { target, rel } of shortcuts) {
      expect([target, rel]).toEqual(['_blank', 'noopener noreferrer'])
    }
  })

  test.each([
    ['another Host', { Host: 'evil.local' }],
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

  test('6. other optional features are probed at login and stored in the same map', async () => {
    const { features } = await afterLogin(({ demo }) => {
      demo.datastore.library = { form: 'yang-library', features: ['containers'] }
    })
    expect(features).toEqual({ console: true, 'the service': true, wifi: false, containers: true })
  })
})

describe('fixed for the life of the session and never shared', () => {
  test('S10 two users with opposite flags, interleaved: each page shows its own', async () => {
    const early = await here.logIn()
    here.demo.datastore.switchConsole(false)
    here.demo.datastore.switchNetworkBrowser(false)
    const late = await here.logIn('guest')
    for (let round = 0; round < 5; round++) {
      const pages = await Promise.all([
        early.get('/'),
        late.get('/'),
        early.get('/interfaces'),
        late.get('/interfaces'),
      ])
      expect(pages.map(({ body }) => body.includes('network.local'))).toEqual([true, false, true, false])
      expect(pages.map(({ body }) => body.includes(':7681'))).toEqual([true, false, true, false])
    }
  })

  test('S10 a change of the device has no effect until the next login', async () => {
    here.demo.datastore.switchConsole(false)
    const user = here.browser()
    await user.logIn()
    here.demo.datastore.switchConsole(true)
    expect((await user.get('/')).body).not.toContain(':7681')
    await user.logIn()
    expect((await user.get('/')).body).toContain(':7681')
  })
})

describe('where the shortcuts lead', () => {
  test.each([
    ['device.local', 'https://device.local:7681/'],
    ['device.local:8443', 'https://device.local:7681/'],
    ['192.0.2.1', 'https://192.0.2.1:7681/'],
    ['[2001:db8::1]:8443', 'https://[2001:db8::1]:7681/'],
  ])('the console’s address has the host name the browser used: %s', async (Host, href) => {
    const user = await here.logIn()
    expect((await user.get('/', { Host })).body).toContain(`href="${href}"`)
  })

  test('--console-url is the pattern of the console’s address', async () => {
    await using here = await startService({ flags: ['--console-url', 'https://console.{host}/{host}'] })
    const user = here.browser()
    await user.logIn()
    expect((await user.get('/')).body).toContain('href="https://console.portico.local/portico.local"')
  })
})
