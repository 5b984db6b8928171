import { afterEach, expect, test } from 'bun:test'
import { oneService } from '../../../test/support/service.ts'
import type { ModelState } from '../../model/model-state.ts'

const none = { kind: 'none', because: 'no-library' } as const
const reading = { kind: 'reading', done: 84, total: 123 } as const
let state: ModelState = none

const site = oneService({ modelOf: () => state })
afterEach(() => {
  state = none
})

const part = { 'HX-Request': 'true' }
const entry = 'href="/data/ietf-interfaces:interfaces/interface=e10"'

test('an entry that a page of plain JSON has shown is found, by that session alone', async () => {
  const [reader, other] = [await site.logIn(), await site.logIn()]
  await reader.get('/data/ietf-interfaces:interfaces/interface')
  for (const query of ['e10', 'interface+E10']) {
    const { status, body } = await reader.get(`/data-search?q=${query}`)
    expect([status, body.includes(entry)]).toEqual([200, true])
  }
  const { body } = await other.get('/data-search?q=e10')
  expect(body).not.toContain(entry)
  expect(body).toContain('None of the list entries you have looked at contains “e10”')
})

test('an entry that was opened by its address alone is found, too', async () => {
  const browser = await site.logIn()
  await browser.get('/data/ietf-interfaces:interfaces/interface=e1')
  expect((await browser.get('/data-search?q=e1')).body).toContain('interfaces / interface e1<')
})

test('the page says why the model is not searched, and keeps the query', async () => {
  const browser = await site.logIn()
  const { status, body } = await browser.get('/data-search?q=mtu')
  expect(status).toBe(200)
  expect(body).toContain('There is no model to search')
  expect(body).toContain('name="q" type="search" value="mtu"')
})

test('while the model is read the page says how far it is, asks again, and finds what there is when it has come', async () => {
  state = reading
  const browser = await site.logIn()
  const { body } = await browser.get('/data-search?q=mtu')
  expect(body).toContain('84 of 123')
  expect(body).toContain('value="mtu"')
  expect(body).toContain('hx-get="/data-search?q=mtu&amp;view=reading"')
  const again = await browser.get('/data-search?q=mtu&view=reading', part)
  expect(again.body).toContain('every 1s')
})

test('results as its user types say it once, and do not ask again by themselves', async () => {
  state = reading
  const browser = await site.logIn()
  const { body } = await browser.get('/data-search?q=mtu', part)
  expect(body).toContain('84 of 123')
  expect(body).not.toContain('every 1s')
})

test('the search stands on pages of plain JSON, too', async () => {
  const browser = await site.logIn()
  expect((await browser.get('/data', { Accept: 'text/html' })).body).toContain('action="/data-search"')
})
