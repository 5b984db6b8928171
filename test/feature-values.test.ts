import { describe, expect, test } from 'bun:test'
import type { Fault, FaultOf } from '../src/demo/faults/fault.ts'
import { featuresOf } from './support/features-of.ts'
import { startService } from './support/service.ts'

const SERVICES = 'infix-services:web'
const LIBRARY = 'ietf-yang-library:yang-library'

type Json = FaultOf<'body'>['body']

describe('console and the service: true only when the value is the JSON true', () => {
  const on = { enabled: true }
  const shapes: [string, Json][] = [
    ['missing', {}],
    ['null', { enabled: null }],
    ['"true"', { enabled: 'true' }],
    ['1', { enabled: 1 }],
    ['an array of true', { enabled: [true] }],
    ['an object', { enabled: { enabled: true } }],
    ['an array around', [on]],
    ['null instead of the container', null],
    ['true instead of the container', true],
    ['nested once more', { console: on, netbrowse: on, web: on }],
    ['"yes"', { enabled: 'yes' }],
    ['[null], RFC 7951’s empty leaf', { enabled: [null] }],
    ['another name', { Enabled: true }],
    ['a prototype', JSON.parse('{ "__proto__": { "enabled": true } }')],
  ]
  test.each(shapes)('D6 %s is false', async (_, shape) => {
    await using here = await startService()
    const body = { [SERVICES]: { console: shape, netbrowse: shape } }
    here.demo.faults.set({ kind: 'body', body }, { resource: SERVICES })
    expect(await featuresOf(here)).toEqual({
      console: false,
      'the service': false,
      wifi: true,
      containers: true,
    })
  })

  const bodies: [string, Json][] = [
    ['bare, without its module', { console: on, netbrowse: on }],
    ['under another module', { 'other:web': { console: on, netbrowse: on } }],
    ['in an array', [{ [SERVICES]: { console: on, netbrowse: on } }]],
    ['nested deeper', { data: { [SERVICES]: { console: on, netbrowse: on } } }],
    ['a text', 'true'],
    ['null', null],
    ['true', true],
    ['nothing in it', {}],
  ]
  test.each(bodies)('D6 a body of another nesting is false: %s', async (_, body) => {
    await using here = await startService()
    here.demo.faults.set({ kind: 'body', body }, { resource: SERVICES })
    expect(await featuresOf(here)).toMatchObject({ console: false, 'the service': false })
  })

  test('D6 one odd value does not switch the other off', async () => {
    await using here = await startService()
    const body = { [SERVICES]: { console: { enabled: 'true' }, netbrowse: on } }
    here.demo.faults.set({ kind: 'body', body }, { resource: SERVICES })
    expect(await featuresOf(here)).toMatchObject({ console: false, 'the service': true })
  })

  const faults: Fault[] = [
    { kind: 'html' },
    { kind: 'bad-json' },
    {
      kind: 'bad-json',
      text: '{"infix-services:web":{"console":{"enabled":true},"netbrowse":{"enabled":true}}',
    },
    { kind: 'status', status: 403 },
    { kind: 'status', status: 404 },
    { kind: 'deep', depth: 20_000 },
    { kind: 'media-type', mediaType: 'application/json' },
  ]
  test.each(faults)('D6 %j is false, and login goes on', async (fault) => {
    await using here = await startService()
    here.demo.faults.set(fault, { resource: SERVICES })
    expect(await featuresOf(here)).toMatchObject({ console: false, 'the service': false, wifi: true })
    expect(
      here.log.of('probe.failed').length + here.demo.journal.count({ resource: SERVICES }),
    ).toBeGreaterThan(0)
  })
})

describe('wifi and containers: true when module infix-interfaces advertises the feature', () => {
  test.each([
    [['wifi', 'containers'], { wifi: true, containers: true }],
    [['wifi'], { wifi: true, containers: false }],
    [[], { wifi: false, containers: false }],
  ])('%j', async (features, expected) => {
    await using here = await startService()
    here.demo.datastore.library = { form: 'yang-library', features }
    expect(await featuresOf(here)).toMatchObject(expected)
  })

  test('another module’s feature of the same name does not count', async () => {
    await using here = await startService()
    const module = [{ name: 'other', feature: ['wifi', 'containers'] }]
    const body = { [LIBRARY]: { 'module-set': [{ name: 'complete', module }] } }
    here.demo.faults.set({ kind: 'body', body }, { resource: LIBRARY })
    expect(await featuresOf(here)).toMatchObject({ wifi: false, containers: false })
  })

  const oddLibraries: [string, Json][] = [
    ['a list that is none', { [LIBRARY]: { 'module-set': { module: [] } } }],
    [
      'features that are a text',
      { [LIBRARY]: { 'module-set': [{ module: [{ name: 'infix-interfaces', feature: 'wifi' }] }] } },
    ],
    ['nulls all the way', { [LIBRARY]: { 'module-set': [null, { module: [null] }] } }],
  ]
  test.each(oddLibraries)('%s: false, and login goes on', async (_, body) => {
    await using here = await startService()
    here.demo.faults.set({ kind: 'body', body }, { resource: LIBRARY })
    expect(await featuresOf(here)).toMatchObject({ console: true, wifi: false, containers: false })
  })

  test('where the device has only the older modules-state (RFC 7895), that is read instead, once', async () => {
    await using here = await startService()
    here.demo.datastore.library = { form: 'modules-state', features: ['wifi'] }
    here.demo.faults.set({ kind: 'status', status: 404 }, { resource: LIBRARY })
    expect(await featuresOf(here)).toMatchObject({ wifi: true, containers: false })
    expect(here.demo.journal.count({ resource: 'ietf-yang-library:modules-state' })).toBe(1)
  })

  test('each probe fails closed on its own: the library broken, the shortcuts stay', async () => {
    await using here = await startService()
    here.demo.faults.set({ kind: 'bad-json' }, { resource: LIBRARY })
    expect(await featuresOf(here)).toEqual({
      console: true,
      'the service': true,
      wifi: false,
      containers: false,
    })
  })
})

describe('fixed for the life of the session and never shared', () => {
  test('S10 two users with opposite flags, interleaved: each page shows its own', async () => {
    await using here = await startService()
    const early = here.browser()
    await early.logIn()
    here.demo.datastore.switchConsole(false)
    here.demo.datastore.switchNetworkBrowser(false)
    const late = here.browser()
    await late.logIn('guest')
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
    await using here = await startService()
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
    ['device.example', 'https://device.example:7681/'],
    ['device.example:8443', 'https://device.example:7681/'],
    ['192.0.2.1', 'https://192.0.2.1:7681/'],
    ['[2001:db8::1]:8443', 'https://[2001:db8::1]:7681/'],
  ])('the console’s address has the host name the browser used: %s', async (Host, href) => {
    await using here = await startService()
    const user = here.browser()
    await user.logIn()
    expect((await user.get('/', { Host })).body).toContain(`href="${href}"`)
  })

  test('--console-url is the pattern of the console’s address', async () => {
    await using here = await startService({ flags: ['--console-url', 'https://console.{host}/{host}'] })
    const user = here.browser()
    await user.logIn()
    expect((await user.get('/')).body).toContain('href="https://console.portico.test/portico.test"')
  })

  test('the network browser is a constant', async () => {
    await using here = await startService()
    const user = here.browser()
    await user.logIn()
    expect((await user.get('/', { Host: 'evil.example' })).body).toContain('href="https://network.local/"')
  })
})
