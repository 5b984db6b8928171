import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { oneService } from '../../../test/support/service.ts'
import { interfaceView, neighboursOf } from './interface-view.ts'

const site = oneService()

test('the name of an interface in the table leads to its own page', async () => {
  const browser = await site.logIn()
  const table = await browser.get('/interfaces/table')
  expect(table.body).toContain('href="/interfaces/e1"')
  const page = await browser.get('/interfaces/e1')
  expect([page.status, page.body.includes('<h1>e1</h1>')]).toEqual([200, true])
})

test('the page tells MTU, duplex, errors and bridge in one request to the device, and leads to the data', async () => {
  const browser = await site.logIn()
  const { body } = await browser.get('/interfaces/e1?part=facts')
  for (const words of ['MTU (IPv6)', '1,500 bytes', 'Duplex', 'Receive errors', 'forwarding'])
    expect(body).toContain(words)
  expect(site.demo.journal.entries.map(({ resource }) => resource)).toEqual([
    'ietf-interfaces:interfaces/interface=e1',
  ])
  expect(body).toContain('href="/interfaces/br0"')
  expect(body).toContain('href="/data/ietf-interfaces:interfaces/interface=e1"')
})

const html = { Accept: 'text/html' }

test('what LLDP says of the other end is asked when the reader opens it, and not before', async () => {
  const browser = await site.logIn()
  const page = await browser.get('/interfaces/e1', html)
  expect(page.body).toContain('href="/interfaces/e1?part=neighbours"')
  expect(site.demo.journal.entries).toEqual([])
  const { body } = await browser.get('/interfaces/e1?part=neighbours')
  expect(body).toContain('crane-1.harbour.example')
  expect((await browser.get('/interfaces/lo?part=neighbours')).body).toContain('LLDP reports no device')
})

test('an interface that the device does not have is not found: its page says so where its facts would stand', async () => {
  const browser = await site.logIn()
  const frame = await browser.get('/interfaces/nosuch', html)
  expect([frame.status, frame.body.includes('/interfaces/nosuch?part=facts')]).toEqual([200, true])
  const facts = await browser.get('/interfaces/nosuch?part=facts', { 'HX-Request': 'true' })
  expect(facts.body).toContain('data-problem="absent"')
  const whole = await browser.get('/interfaces/nosuch')
  expect([whole.status, whole.body.includes('<h1>nosuch</h1>')]).toEqual([404, true])
})

test('a name that could lead elsewhere is not found, and the device is not asked', async () => {
  const browser = await site.logIn()
  for (const name of ['..%2Fx', 'a%2F..', '%ff', '%00', 'a/b', 'x'.repeat(300)])
    expect((await browser.get(`/interfaces/${name}`)).status).toBe(404)
})

test('counters that are left out are zero where there are statistics', () => {
  const entry = { name: 'e1', statistics: { 'in-errors': 3 } }
  const { counters } = interfaceView({ 'ietf-interfaces:interface': [entry] })
  expect(counters.map(({ count }) => count)).toEqual([3n, 0n, 0n, 0n])
})

test('no JSON makes it throw', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (anything) => {
      interfaceView(anything)
      interfaceView({
        'ietf-interfaces:interface': [{ name: 'x', 'ieee802-ethernet-interface:ethernet': anything }],
      })
      neighboursOf(
        { 'ieee802-dot1ab-lldp:lldp': { port: [{ name: 'x', 'remote-systems-data': anything }] } },
        'x',
      )
    }),
  )
})
