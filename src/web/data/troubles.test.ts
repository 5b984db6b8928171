import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Browser } from '../../../test/support/browser.ts'
import { compileYang } from '../../../test/support/compile-yang.ts'
import { oneService } from '../../../test/support/service.ts'
import type { ModelState } from '../../model/model-state.ts'

const model = compileYang([
  `module ietf-system { container system { leaf hostname { type string; } leaf contact { type string; }
     list server { key name; leaf name { type string; } } } }`,
])
const ready: ModelState = {
  kind: 'ready',
  known: { model, datastores: ['operational', 'running'], missing: [] },
}
let state: ModelState = ready

const site = oneService({ modelOf: () => state, flags: ['--device-timeout', '1s'] })
let admin: Browser

beforeAll(async () => {
  admin = await site.logIn()
})
beforeEach(() => site.demo.journal.clear())
afterEach(() => {
  state = ready
})

const SYSTEM = '/data/ietf-system:system'
const part = { 'HX-Request': 'true' }
const asText = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

/** The kind of problem that stands where the content would be, alone and in its page, and the status of the page. */
async function troubleAt(path: string): Promise<readonly [number, string | undefined]> {
  const kindIn = (body: string) => /data-problem="([a-z]+)"/.exec(body)?.[1]
  const { status, body } = await admin.get(path)
  const alone = await admin.get(path, part)
  // htmx shows no 404.
  expect([alone.status, kindIn(alone.body)]).toEqual([status === 404 ? 200 : status, kindIn(body)])
  return [status, kindIn(body)]
}

describe('while the model is read', () => {
  test('each page says how far it is, and asks again by itself without keeping the session alive', async () => {
    state = { kind: 'reading', done: 84, total: 123 }
    const { status, body } = await admin.get(`${SYSTEM}?from=running`, { Accept: 'text/html' })
    expect(status).toBe(200)
    expect(asText(body)).toContain('84 of 123')
    expect(body).toContain('<progress max="123" value="84">')
    expect(body).toContain(`hx-get="${SYSTEM}?from=running&amp;view=reading"`)
    expect(body).toContain('X-Portico-Poll')
    expect(body).toContain(
      '<noscript><meta http-equiv="refresh" content="2; url=?from=running&amp;view=again"></noscript>',
    )
    expect(site.demo.journal.entries).toEqual([])
  })

  test('the page comes anew when the model is there', async () => {
    const { headers } = await admin.get(`${SYSTEM}?view=reading`, part)
    expect(headers.get('hx-refresh')).toBe('true')
  })
})

describe('without a model', () => {
  test.each([
    ['no-library', 'describes no model to your account'],
    ['no-sources', 'does not serve the text of its model'],
    ['failed', 'could not be read'],
  ] as const)('%s: the page says so and shows the data as it is', async (because, sentence) => {
    state = { kind: 'none', because }
    const { body } = await admin.get(`${SYSTEM}?view=whole`)
    expect(asText(body)).toContain(sentence)
    expect(asText(body)).toContain('quay-7')
  })
})

describe('what goes wrong is said where the content would be, and the frame stays', () => {
  test('nothing here, or nothing this account may see', async () => {
    expect(await troubleAt(`${SYSTEM}/server=nosuch`)).toEqual([404, 'absent'])
    site.demo.faults.set({ kind: 'status', status: 403, tag: 'access-denied', message: 'access denied' })
    expect(await troubleAt(SYSTEM)).toEqual([404, 'denied'])
  })

  test('refused, in the words of rousette and of clixon, as text', async () => {
    const says = 'List <b>x</b> requires 1 keys'
    site.demo.faults.set({ kind: 'status', status: 400, tag: 'operation-failed', message: says })
    const { body } = await admin.get(SYSTEM, part)
    expect(body).toContain('data-problem="refused"')
    expect(body).toContain('<q>List &lt;b&gt;x&lt;/b&gt; requires 1 keys</q>')
    site.demo.faults.set({ kind: 'status', status: 412, tag: 'operation-failed', message: 'api-path keys' })
    expect((await admin.get(SYSTEM, part)).body).toContain('<q>api-path keys</q>')
  })

  test('refused because of the marks on defaults: it is asked again without', async () => {
    site.demo.faults.set({ kind: 'status', status: 400, tag: 'invalid-value', message: 'no' }, { once: true })
    expect(asText((await admin.get(SYSTEM, part)).body)).toContain('quay-7')
  })

  test('slow', async () => {
    site.demo.faults.set({ kind: 'hang' })
    expect(await troubleAt(SYSTEM)).toEqual([504, 'slow'])
  })

  test.each([{ kind: 'reset' }, { kind: 'bad-gateway' }] as const)('dead: $kind', async (fault) => {
    site.demo.faults.set(fault)
    expect(await troubleAt(SYSTEM)).toEqual([502, 'dead'])
  })

  test.each([
    { kind: 'html' },
    { kind: 'bad-json' },
    { kind: 'deep', depth: 5_000 },
    { kind: 'body', body: 'text' },
  ] as const)('senseless: $kind', async (fault) => {
    site.demo.faults.set(fault)
    expect(await troubleAt(SYSTEM)).toEqual([502, 'malformed'])
  })

  test('more than is read at once is no mistake of the device', async () => {
    site.demo.faults.set({ kind: 'huge', bytes: 5_000_000 })
    expect(await troubleAt(SYSTEM)).toEqual([502, 'large'])
  })

  test.each([
    '7',
    'null',
    '[]',
    '[[]]',
    '{"hostname":{"a":1},"server":"x","contact":[1,{"b":2}]}',
    '{"server":[7,null,{"name":[1]}],"hostname":1e20}',
    '{"server":{"name":{}},"@hostname":7,"@":[],"__proto__":{"x":1}}',
  ])('wrong types everywhere: %s breaks nothing', async (inside) => {
    site.demo.faults.set({ kind: 'bad-json', text: `{"ietf-system:system":${inside}}` })
    for (const path of [SYSTEM, `${SYSTEM}/server`, `${SYSTEM}/hostname`, `${SYSTEM}?from=compare`])
      expect([200, 404, 502]).toContain((await admin.get(path, part)).status)
    state = { kind: 'none', because: 'no-library' }
    for (const path of [SYSTEM, `${SYSTEM}/server`, `${SYSTEM}/server=x`])
      expect([200, 404, 502]).toContain((await admin.get(path, part)).status)
    expect(site.log.lines.filter(({ level }) => level === 'error')).toEqual([])
  })

  test('the frame around it is whole, and says nothing wrong of its own', async () => {
    site.demo.faults.set({ kind: 'reset' })
    const { status, body } = await admin.get(`${SYSTEM}?view=whole`)
    expect(status).toBe(502)
    for (const words of ['data-tree', 'action="/data-search"', 'data-problem="dead"', '<h1><bdi>system'])
      expect(body).toContain(words)
  })
})

describe('a path that leads nowhere', () => {
  test.each([
    ['/data/nosuch:thing', 'nosuch:thing', '/data'],
    [`${SYSTEM}/nosuch`, 'nosuch', SYSTEM],
    [`${SYSTEM}/server=a,b`, 'server=a,b', SYSTEM],
    [`${SYSTEM}/hostname=x`, 'hostname=x', SYSTEM],
  ])(
    '%s: says which part is wrong, offers the nearest place, and asks the device nothing',
    async (path, wrong, near) => {
      const { status, body } = await admin.get(path)
      expect([status, asText(body).includes(`“${wrong}”`)]).toEqual([404, true])
      expect(body).toContain(`class="button" href="${near}"`)
      expect(site.demo.journal.entries).toEqual([])
    },
  )
})

test('modules that could not be read are named where something is in no model, and not elsewhere', async () => {
  const missing = [{ name: 'acme-extras', revision: undefined, because: 'status-404' }]
  state = { kind: 'ready', known: { model, datastores: [], missing } }
  const sentence = 'Some modules could not be read: acme-extras.'
  expect(asText((await admin.get(SYSTEM, part)).body)).toContain(sentence)
  expect(asText((await admin.get(`${SYSTEM}/hostname`, part)).body)).not.toContain(sentence)
})

describe('datastores', () => {
  test('are offered as the device names them', async () => {
    const { body } = await admin.get(SYSTEM, { Accept: 'text/html' })
    expect(body).toContain('href="?from=running"')
    expect(body).not.toContain('from=startup')
  })

  test('are not compared when the device names none', async () => {
    state = { kind: 'ready', known: { model, datastores: [], missing: [] } }
    expect((await admin.get(SYSTEM, { Accept: 'text/html' })).body).not.toContain('?from=')
    expect(await troubleAt(`${SYSTEM}?from=compare`)).toEqual([404, 'absent'])
  })

  test('that could not be read is named beside those that could', async () => {
    site.demo.faults.set({ kind: 'reset' }, { path: '/restconf/ds/ietf-datastores:running' })
    const { status, body } = await admin.get(`${SYSTEM}?from=compare`, part)
    expect([status, asText(body).includes('Running configuration could not be read.')]).toEqual([200, true])
  })
})

test('a password that the device no longer accepts ends the session, and the page leads to the login', async () => {
  for (const [path, headers] of [
    [SYSTEM, part],
    [`${SYSTEM}?from=compare`, part],
  ] as const) {
    const user = await site.logIn()
    site.demo.faults.set({ kind: 'status', status: 401, tag: 'access-denied' })
    const { status, headers: said } = await user.get(path, headers)
    expect([status, said.get('hx-redirect')]).toEqual([401, '/login'])
    site.demo.faults.clear()
    expect(await user.isLoggedIn()).toBe(false)
  }
})
