import { describe, expect, test } from 'bun:test'
import type { Fault } from './support/device/faults.ts'
import { oneService, startService } from './support/service.ts'

const here = oneService()
const htmx = { 'HX-Request': 'true' }
const isWhole = (html: string) => html.startsWith('<!DOCTYPE html>')

describe('the layout', () => {
  test.each(['/', '/interfaces', '/sessions', '/nowhere'])(
    '%s comes at once without any device call',
    async (path) => {
      await using here = await startService()
      const user = await here.logIn()
      await here.demo.goDead()
      const { status, body } = await user.get(path)
      expect(status).toBe(path === '/nowhere' ? 404 : 200)
      expect(isWhole(body)).toBe(true)
      expect(here.demo.journal.count()).toBe(0)
    },
  )

  test('user menu with Log out, menu Status with System (Overview) and Network (Interfaces, Network Browser)', async () => {
    const user = await here.logIn()
    const { body } = await user.get('/')
    const menu = body.slice(body.indexOf('<nav'), body.indexOf('</nav>')).replace(/<[^>]*>|\s+/g, ' ')
    expect(menu).toMatch(/Status +System +Overview +Network +Interfaces +Network Browser/)
    expect(body).toMatch(/<form method="post" action="\/logout" id="log-out">.*Log out/s)
    expect(body).toContain('Logged in as')
  })

  test('the device name arrives as a fragment, once for all pages of five minutes', async () => {
    await using here = await startService()
    const user = await here.logIn()
    const asks = async () => (await user.get('/interfaces')).body.includes('hx-get="/device-name"')
    const shown = async () =>
      /id="device-name"[^>]*>\s*([^<]*?)\s*</.exec((await user.get('/interfaces')).body)?.[1]
    expect([await asks(), await shown()]).toEqual([true, 'Portico'])
    expect((await user.get('/device-name', htmx)).body.trim()).toBe('quay-7')
    expect([await asks(), await shown()]).toEqual([false, 'quay-7'])
    expect((await (await here.logIn()).get('/interfaces')).body).toContain('hx-get="/device-name"')
    here.clock.advance(5 * 60_000)
    expect([await asks(), await shown()]).toEqual([true, 'Portico'])
  })

  test('(17) the overview asks the device two things: its facts bring the name', async () => {
    const user = await here.logIn()
    const { body } = await user.get('/')
    expect([...body.matchAll(/hx-get="([^"]+)"/g)].map(([, path]) => path)).toEqual(['/overview/facts'])
    const facts = await user.get('/overview/facts', htmx)
    expect(facts.body).toMatch(/<span id="device-name" hx-swap-oob="innerHTML">\s*quay-7\s*<\/span>/)
  })
})

describe('fragments', () => {
  test('the overview: host name, contact, location, OS and version, machine, uptime, clock, load and memory', async () => {
    const user = await here.logIn()
    const { body } = await user.get('/overview/facts', htmx)
    const told = ['quay-7', 'Harbour network desk', 'Pump house', 'Infix', 'v26.02.1-demo', 'aarch64']
    for (const fact of [...told, 'Uptime', 'Clock', 'Load average', 'Memory']) expect(body).toContain(fact)
    expect(here.demo.journal.entries.map(({ resource }) => resource).sort()).toEqual([
      'ietf-system:system',
      'ietf-system:system-state',
    ])
  })

  test('the interfaces, sorted naturally, with addresses, MAC and counters', async () => {
    const user = await here.logIn()
    const { body } = await user.get('/interfaces/table', htmx)
    const names = [...body.matchAll(/class="cell-name"[^>]*><bdi>([^<]+)</g)].map(([, name = '']) => name)
    expect(names.length).toBeGreaterThan(5)
    expect(names).toEqual(names.toSorted(new Intl.Collator('en', { numeric: true }).compare))
    expect(body).toMatch(/([0-9a-f]{2}:){5}[0-9a-f]{2}/)
    expect(body).toMatch(/<data value="\d+"/)
  })

  test('without script each fragment is a link to the same content as a whole page', async () => {
    const user = await here.logIn()
    for (const [page, fragment] of [
      ['/', '/overview/facts'],
      ['/interfaces', '/interfaces/table'],
    ] as const) {
      expect((await user.get(page)).body).toContain(`<a href="${fragment}">`)
      const whole = await user.get(fragment)
      expect(isWhole(whole.body)).toBe(true)
      expect(whole.body).toContain('Log out')
    }
  })

  test.each(['/', '/interfaces'])('%s: a page is whole, for htmx too', async (path) => {
    const user = await here.logIn()
    expect(isWhole((await user.get(path, htmx)).body)).toBe(true)
  })

  test.each(['/overview/facts', '/interfaces/table'])(
    '%s: htmx gets the content only, a page restored from history comes whole, Vary says so',
    async (path) => {
      const user = await here.logIn()
      const content = await user.get(path, htmx)
      const restored = await user.get(path, { ...htmx, 'HX-History-Restore-Request': 'true' })
      expect([isWhole(content.body), content.body.includes('<nav')]).toEqual([false, false])
      expect(isWhole(restored.body)).toBe(true)
      for (const { headers } of [content, restored]) expect(headers.get('vary')).toContain('HX-Request')
    },
  )
})

describe('what a fragment says when the device does not', () => {
  const impatient = oneService({ flags: ['--device-timeout', '2s'] })
  const problems: [string, Fault, number, string][] = [
    ['denied', { kind: 'status', status: 403 }, 200, 'Your account is not allowed to read this.'],
    [
      'nothing there or not for you',
      { kind: 'status', status: 404 },
      200,
      'There is nothing here, or nothing your account may see.',
    ],
    ['slow', { kind: 'hang' }, 504, 'The device is taking too long to answer.'],
    ['dead', { kind: 'reset' }, 502, 'The device cannot be reached.'],
    [
      'refused',
      { kind: 'status', status: 400, tag: 'operation-failed', message: '<b>Too</b> many keys' },
      200,
      'The device refused this request. <q>&lt;b&gt;Too&lt;/b&gt; many keys</q>',
    ],
    ['malformed', { kind: 'bad-json' }, 502, 'The device sent an invalid answer.'],
  ]
  test.each(problems)('%s: its own plain sentence and a retry', async (_, fault, status, sentence) => {
    const user = await impatient.logIn()
    impatient.demo.faults.set(fault)
    const answer = await user.get('/interfaces/table', htmx)
    expect([answer.status, answer.body.includes(sentence)]).toEqual([status, true])
    expect(answer.body).toContain('href="/interfaces/table"')
    expect(problems.filter(([, , , other]) => answer.body.includes(other))).toHaveLength(1)
    impatient.demo.faults.clear()
    expect((await user.get('/interfaces/table', htmx)).status).toBe(200)
  })

  test('without script the sentence stands in a whole page', async () => {
    const user = await here.logIn()
    here.demo.faults.set({ kind: 'reset' })
    const { status, body } = await user.get('/interfaces/table')
    expect([status, isWhole(body)]).toEqual([502, true])
    expect(body).toContain('The device cannot be reached.')
  })
})

describe('limited users see what they may', () => {
  test('guest: the state, not the configuration', async () => {
    const user = await here.logIn('guest')
    const { status, body } = await user.get('/overview/facts', htmx)
    expect(status).toBe(200)
    expect(body).toContain('aarch64')
    expect(body).not.toContain('quay-7')
  })

  test('noread: logged in, and told that there is nothing to see', async () => {
    const user = await here.logIn('noread')
    expect((await user.get('/')).status).toBe(200)
    for (const path of ['/overview/facts', '/interfaces/table'])
      expect((await user.get(path, htmx)).body).toContain('nothing your account may see')
  })

  test('noread: no shortcut, in neither place', async () => {
    const user = await here.logIn('noread')
    const { body } = await user.get('/')
    expect(body).not.toContain('https://')
  })
})

describe('everything from the device is escaped', () => {
  const attack = `"><img src=x onerror=alert(1)>'&lt;`

  test('I10 in the overview, in the table, in the top bar', async () => {
    const user = await here.logIn()
    const { datastore } = here.demo
    for (const leaf of ['hostname', 'contact', 'location'])
      datastore.set(`ietf-system:system/${leaf}`, attack)
    const list = [{ name: attack, description: attack, type: attack, 'phys-address': attack, speed: attack }]
    here.demo.faults.set(
      { kind: 'body', body: { 'ietf-interfaces:interfaces': { interface: list } } },
      { resource: 'ietf-interfaces:interfaces' },
    )
    for (const path of ['/overview/facts', '/interfaces/table', '/device-name']) {
      const { status, body } = await user.get(path, htmx)
      expect([path, status]).toEqual([path, 200])
      expect(body).not.toContain('<img')
      expect(body).toContain('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&#39;&amp;lt;')
    }
  })

  test('I10 a hostile user name that the device accepts is inert on every page', async () => {
    const name = '"><script>alert(1)</script><%= it %>'
    here.demo.accounts.add(name, 'pw')
    const user = await here.logIn(name, 'pw')
    for (const path of ['/', '/sessions', '/interfaces', '/login']) {
      const { body } = await user.get(path)
      expect(body).not.toContain('<script>alert')
      if (path !== '/login') expect(body).toContain('&lt;script&gt;alert(1)')
    }
  })

  test.each([
    ['no list', {}],
    ['null', { 'ietf-interfaces:interfaces': null }],
    ['numbers for names', { 'ietf-interfaces:interfaces': { interface: [{ name: 5 }, null, 'x', []] } }],
  ])('odd data is an empty table, not a failure: %s', async (_, body) => {
    const user = await here.logIn()
    here.demo.faults.set({ kind: 'body', body })
    const answer = await user.get('/interfaces/table', htmx)
    expect([answer.status, answer.body.includes('The device reported no interfaces.')]).toEqual([200, true])
  })
})
