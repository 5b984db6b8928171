import { afterEach, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from '../../../test/support/browser.ts'
import { compileYang } from '../../../test/support/compile-yang.ts'
import { oneService } from '../../../test/support/service.ts'
import type { ModelState } from '../../model/model-state.ts'

const model = compileYang([
  `module ietf-system { container system { leaf hostname { type string; } leaf password { type string; }
     list server { key name; leaf name { type string; } } } }`,
])
const ready: ModelState = { kind: 'ready', known: { model, datastores: [], missing: [] } }
let state: ModelState = ready

const site = oneService({ modelOf: () => state })
let admin: Browser

beforeAll(async () => {
  admin = await site.logIn()
})
afterEach(() => {
  state = ready
})

const SYSTEM = '/data/ietf-system:system'
const json = { Accept: 'application/yang-data+json' }

describe('the JSON of a place has the guards of every page', () => {
  test('another site cannot embed it, and no cache keeps it', async () => {
    const foreign = {
      ...json,
      'Sec-Fetch-Site': 'cross-site',
      'Sec-Fetch-Dest': 'script',
      'Sec-Fetch-Mode': 'no-cors',
    }
    expect((await admin.get(SYSTEM, foreign)).status).toBe(403)
    const { headers } = await admin.get(SYSTEM, json)
    expect(headers.get('cache-control')).toContain('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('vary')?.split(/, */)).toEqual(expect.arrayContaining(['HX-Request', 'Accept']))
  })

  test('HEAD says what GET says, without the body, and nothing else is allowed', async () => {
    const head = await admin.ask(SYSTEM, { method: 'HEAD', headers: json })
    expect([head.status, head.body, head.headers.get('content-type')]).toEqual([
      200,
      '',
      'application/yang-data+json',
    ])
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      expect((await admin.ask(SYSTEM, { method, headers: json })).status).toBeGreaterThanOrEqual(403)
  })

  test('a password that the device no longer accepts ends the session', async () => {
    const user = await site.logIn()
    site.demo.faults.set({ kind: 'status', status: 401, tag: 'access-denied' })
    expect((await user.get(SYSTEM, json)).status).toBe(401)
    site.demo.faults.clear()
    expect(await user.isLoggedIn()).toBe(false)
  })
})

describe('a download', () => {
  test.each([
    [`${SYSTEM}?view=json`, 'ietf-system-system.json'],
    [`${SYSTEM}/server=%22;a%3d1%22?view=json`, undefined],
    [`${SYSTEM}/server=..?view=json`, undefined],
    [`${SYSTEM}/server=${encodeURIComponent('日本')}?view=json`, undefined],
    ['/data?view=json', 'data.json'],
  ])('of %s has a name that is safe', async (path, name) => {
    site.demo.faults.set({ kind: 'body', body: { 'ietf-system:system': { hostname: 'x' } } })
    const { headers } = await admin.get(path)
    const disposition = headers.get('content-disposition') ?? ''
    expect(disposition).toMatch(/^attachment; filename="[\w][\w.-]*\.json"$/)
    if (name) expect(disposition).toContain(`"${name}"`)
    expect(headers.get('x-evil')).toBeNull()
  })

  test('holds no secret that was not asked for', async () => {
    const body = { 'ietf-system:system': { hostname: 'x', password: 'hunter2' } }
    site.demo.faults.set({ kind: 'body', body })
    expect((await admin.get(`${SYSTEM}?view=json`)).body).not.toContain('hunter2')
    expect((await admin.get(`${SYSTEM}?view=json&secrets=shown`)).body).toContain('hunter2')
  })
})

describe('what goes wrong is said as RESTCONF says it', () => {
  test.each([
    [{ kind: 'status', status: 404, tag: 'invalid-value' }, 404],
    [{ kind: 'status', status: 403, tag: 'access-denied' }, 403],
    [{ kind: 'status', status: 400, tag: 'invalid-value', message: 'no <b>' }, 400],
    [{ kind: 'reset' }, 502],
    [{ kind: 'html' }, 502],
  ] as const)('%j', async (fault, expected) => {
    site.demo.faults.set(fault)
    const { status, body, headers } = await admin.get(SYSTEM, json)
    expect([status, headers.get('content-type')]).toEqual([expected, 'application/yang-data+json'])
    expect(JSON.parse(body)).toHaveProperty(['ietf-restconf:errors', 'error'])
  })

  test('while the model is read: which values are secret is not known yet', async () => {
    state = { kind: 'reading', done: 1, total: 2 }
    const { status, headers } = await admin.get(SYSTEM, json)
    expect([status, headers.get('retry-after')]).toEqual([503, '1'])
  })
})

test.each(['%0d%0aX-Evil%3a1', '..%2f..%2fetc', 'a%2f.%2fb', '%00'])(
  'an entry %s, which could lead elsewhere, is not found, and the device is not asked',
  async (key) => {
    site.demo.journal.clear()
    for (const query of ['', '?view=json', '?from=compare', '?view=whole'])
      expect((await admin.get(`${SYSTEM}/server=${key}${query}`)).status).toBe(404)
    state = { kind: 'none', because: 'no-library' }
    expect((await admin.get(`${SYSTEM}/server=${key}`)).status).toBe(404)
    expect(site.demo.journal.entries).toEqual([])
  },
)

test('parameters that no page has change nothing', async () => {
  const [plain, odd] = [
    await admin.get(SYSTEM, json),
    await admin.get(`${SYSTEM}?depth=1&x=%00&from=nosuch`, json),
  ]
  expect([odd.status, odd.body]).toEqual([200, plain.body])
  const page = await admin.get(`${SYSTEM}?page=-5&filter=${'x'.repeat(5_000)}&fresh=1&from=nosuch`)
  expect(page.status).toBe(200)
})
