import { beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from '../../../test/support/browser.ts'
import { oneService } from '../../../test/support/service.ts'
import { until } from '../../../test/support/until.ts'

const here = oneService()
let admin: Browser

beforeAll(async () => {
  admin = await userWithModel('admin')
})

/** Logs in, and waits until the demo device's model is read. */
async function userWithModel(name: string): Promise<Browser> {
  const user = await here.logIn(name)
  await until(async () => !(await user.get('/data')).body.includes('<progress'), 'the model is read')
  return user
}

const content = { 'HX-Request': 'true' }
const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

describe('the frame', () => {
  test('of a place comes without asking the device, with title, crumbs and tree', async () => {
    here.demo.journal.clear()
    const { status, body } = await admin.get('/data/ietf-interfaces:interfaces', { Accept: 'text/html' })
    expect(status).toBe(200)
    expect(body).toContain('<title>interfaces &#8211; ')
    expect(body).toContain('aria-current="page"')
    expect(body).toContain('hx-get="/data/ietf-interfaces:interfaces"')
    expect(here.demo.journal.entries).toHaveLength(0)
  })

  test('of the top names every module of the device', async () => {
    const { body } = await admin.get('/data')
    expect(body).toContain('href="/data/ietf-interfaces:interfaces"')
    expect(body).toContain('ietf-system')
  })
})

describe('a place', () => {
  test('costs one request to the device', async () => {
    here.demo.journal.clear()
    await admin.get('/data/ietf-system:system', content)
    expect(here.demo.journal.entries).toHaveLength(1)
  })

  test('that is a list is a table, its keys first, each a link', async () => {
    const { body } = await admin.get('/data/ietf-interfaces:interfaces/interface', content)
    expect(body).toContain('<table')
    expect(body).toMatch(/<th scope="row"><a href="\/data\/ietf-interfaces:interfaces\/interface=/)
  })

  test('can be filtered without script', async () => {
    const { body } = await admin.get('/data/ietf-interfaces:interfaces/interface?filter=nosuchthing')
    expect(textOf(body)).toContain('No entry contains this text.')
  })

  test('repeats nothing that the page shows already', async () => {
    const path = '/data/ietf-system:system/hostname'
    const first = await admin.get(path, content)
    const shown = first.headers.get('x-portico-content') ?? ''
    const again = await admin.get(path, { ...content, 'X-Portico-Shown': shown })
    expect(again.status).toBe(204)
  })
})

describe('keeping fresh', () => {
  test('is offered where there is state, and polls as often as asked', async () => {
    const { body } = await admin.get('/data/ietf-interfaces:interfaces?fresh=10', { Accept: 'text/html' })
    expect(body).toContain('hx-trigger="load, every 10s, retry"')
    expect(body).toContain('X-Portico-Poll')
    expect(body).toContain('?fresh=30"')
  })

  test('without script the whole page loads itself again, and its links leave that to the page', async () => {
    const reload = async (query: string) => {
      const { body } = await admin.get(`/data/harbour:harbour${query}`, { Accept: 'text/html' })
      const [, content] = /<noscript><meta http-equiv="refresh" content="([^"]+)">/.exec(body) ?? []
      return { body, content: content?.replaceAll('&amp;', '&') }
    }
    expect((await reload('?fresh=10')).content).toBe('0; url=?fresh=10&view=whole')
    for (const view of ['whole', 'again']) {
      const { body, content } = await reload(`?fresh=10&view=${view}`)
      expect(content).toBe('10; url=?fresh=10&view=again')
      expect(body).toContain('Old Harbour')
      expect(body).toContain('href="?fresh=30"')
    }
    expect((await reload('?view=whole')).content).toBeUndefined()
  })

  test('takes no other time', async () => {
    const { body } = await admin.get('/data/ietf-interfaces:interfaces?fresh=1', { Accept: 'text/html' })
    expect(body).not.toContain('every 1s')
  })
})

const interfaces = '/data/ietf-interfaces:interfaces'

test.each([
  ['a container', interfaces, 'e10'],
  ['a whole list, which rousette answers through its parent only', `${interfaces}/interface`, 'e10'],
  [
    "a list of another module than its parent's",
    `${interfaces}/interface=e10/ietf-ip:ipv4/address`,
    '192.0.2',
  ],
  ['an entry, its keys with a space', '/data/harbour:harbour/berth=North%20Quay,1', 'The deep one'],
  ['a leaf-list', '/data/ietf-system:system/dns-resolver/search', 'quay.harbour.example'],
  ['one datastore', '/data/ietf-system:system/ntp/server?from=startup', 'time.harbour.example'],
])('the curl command of %s is answered by the device', async (_, path, value) => {
  const { body } = await admin.get(path, { Accept: 'text/html' })
  const [, shown = ''] = /id="copy-curl" value="([^"]*)"/.exec(body) ?? []
  const [, address = ''] = /https:\/\/DEVICE\/restconf([^']*)'$/.exec(shown.replaceAll('&#39;', "'")) ?? []
  const headers = { Authorization: `Basic ${btoa('admin:admin')}` }
  const answer = await fetch(`${here.demo.url}${address}`, { headers })
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain(value)
})

describe('JSON', () => {
  test('is what the device says, named after the place', async () => {
    const answer = await admin.get('/data/ietf-system:system', { Accept: 'application/yang-data+json' })
    expect(answer.headers.get('content-type')).toBe('application/yang-data+json')
    expect(answer.headers.get('cache-control')).toContain('no-store')
    expect(answer.headers.get('content-disposition')).toContain('ietf-system-system.json')
    expect(JSON.parse(answer.body)).toHaveProperty('ietf-system:system')
  })

  test('of a path that leads nowhere is refused as RESTCONF refuses', async () => {
    const answer = await admin.get('/data/nosuch:thing', { Accept: 'application/yang-data+json' })
    expect(answer.status).toBe(404)
    expect(answer.body).toContain('ietf-restconf:errors')
  })
})

describe('an account that may not read the library', () => {
  const library = ['ietf-yang-library:yang-library', 'ietf-yang-library:modules-state']

  async function libraryless(): Promise<Browser> {
    here.demo.accounts.add('carl', 'carl', { read: { allBut: library }, write: false })
    return userWithModel('carl')
  }

  test('downloads the JSON of a whole list, and of one entry', async () => {
    const carl = await libraryless()
    const list = await carl.get(`${interfaces}/interface?view=json`)
    expect(JSON.parse(list.body)['ietf-interfaces:interface']).toHaveLength(9)
    const entry = await carl.get(`${interfaces}/interface=e1?view=json`)
    expect(JSON.parse(entry.body)).toMatchObject({ 'ietf-interfaces:interface': [{ name: 'e1' }] })
    const page = await carl.get(`${interfaces}/interface`, { Accept: 'text/html' })
    expect(page.body).toContain('/ietf-interfaces:interfaces?fields=interface&#39;')
  })

  test('reaches an entry by its first column, and every place from the top', async () => {
    const carl = await libraryless()
    const top = await carl.get('/data', content)
    expect(top.body).toContain('href="/data/ietf-interfaces:interfaces"')
    const list = await carl.get('/data/ietf-interfaces:interfaces/interface', content)
    const [, href = ''] = /<th scope="row"><a href="([^"]*)"/.exec(list.body) ?? []
    const entry = await carl.get(href, content)
    expect(entry.status).toBe(200)
    expect(textOf(entry.body)).toContain('name')
    expect(entry.body).not.toContain('data-problem')
  })
})

describe('datastores', () => {
  test('stand beside each other, and the page says when they are the same', async () => {
    const { status, body } = await admin.get('/data/ietf-system:system?from=compare&view=whole')
    expect(status).toBe(200)
    expect(textOf(body)).toContain('There is no difference.')
  })

  test('are handed on by every link of a page that shows one of them', async () => {
    const { body } = await admin.get('/data/ietf-system:system?from=running', content)
    expect(body).toContain('href="/data/ietf-system:system/hostname?from=running"')
  })
})
