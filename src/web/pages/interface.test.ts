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

test('the page tells MTU, duplex, errors, bridge and neighbour, and leads to the data', async () => {
  const browser = await site.logIn()
  const { body } = await browser.get('/interfaces/e1?part=facts')
  for (const words of ['MTU (IPv6)', '1,500 bytes', 'Duplex', 'Receive errors', 'Connected to', 'forwarding'])
    expect(body).toContain(words)
  expect(body).toContain('href="/interfaces/br0"')
  expect(body).toContain('href="/data/ietf-interfaces:interfaces/interface=e1"')
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
