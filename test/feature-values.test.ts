import { describe, expect, test } from 'bun:test'
import type { FaultOf } from './support/device/faults.ts'
import { oneService } from './support/service.ts'

const here = oneService()
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
    const body = { [SERVICES]: { console: shape, netbrowse: shape } }
    here.demo.faults.set({ kind: 'body', body }, { resource: SERVICES })
    expect(await featuresNow()).toEqual({
      console: false,
      'the service': false,
      wifi: true,
      containers: true,
    })
  })

  const bodies: [string, Json][] = [
    ['bare, without its module', { console: on, netbrowse: on }],
    ['under the module’s name alone', { web: { console: on, netbrowse: on } }],
    ['a list', []],
    ['null under its name', { [SERVICES]: null }],
    ['a list under its name', { [SERVICES]: [] }],
    ['under another module', { 'other:web': { console: on, netbrowse: on } }],
    ['in an array', [{ [SERVICES]: { console: on, netbrowse: on } }]],
    ['nested deeper', { data: { [SERVICES]: { console: on, netbrowse: on } } }],
    ['a text', 'true'],
    ['null', null],
    ['true', true],
    ['nothing in it', {}],
  ]
  test.each(bodies)('D6 a body of another nesting is false: %s', async (_, body) => {
    here.demo.faults.set({ kind: 'body', body }, { resource: SERVICES })
    expect(await featuresNow()).toMatchObject({ console: false, 'the service': false })
  })

  test('D6 an odd value turns only its own feature off', async () => {
    const body = { [SERVICES]: { console: { enabled: 'true' }, netbrowse: on } }
    here.demo.faults.set({ kind: 'body', body }, { resource: SERVICES })
    expect(await featuresNow()).toMatchObject({ console: false, 'the service': true })
  })
})

describe('wifi and containers: true when module infix-interfaces advertises the feature', () => {
  test.each([
    [['wifi', 'containers'], { wifi: true, containers: true }],
    [['wifi'], { wifi: true, containers: false }],
    [[], { wifi: false, containers: false }],
  ])('%j', async (features, expected) => {
    here.demo.datastore.library = { form: 'yang-library', features }
    expect(await featuresNow()).toMatchObject(expected)
  })

  test('another module’s feature of the same name does not count', async () => {
    const module = [{ name: 'other', feature: ['wifi', 'containers'] }]
    const body = { [LIBRARY]: { 'module-set': [{ name: 'complete', module }] } }
    here.demo.faults.set({ kind: 'body', body }, { resource: LIBRARY })
    expect(await featuresNow()).toMatchObject({ wifi: false, containers: false })
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
    here.demo.faults.set({ kind: 'body', body }, { resource: LIBRARY })
    expect(await featuresNow()).toMatchObject({ console: true, wifi: false, containers: false })
  })

  test('where the device has only the older modules-state (RFC 7895), that is read instead, once', async () => {
    here.demo.datastore.library = { form: 'modules-state', features: ['wifi'] }
    here.demo.faults.set({ kind: 'status', status: 404 }, { resource: LIBRARY })
    const user = here.browser()
    await user.logIn()
    expect((await user.session()).features).toMatchObject({ wifi: true, containers: false })
    expect(here.demo.journal.count({ resource: 'ietf-yang-library:modules-state' })).toBe(1)
  })

  test('each probe fails closed on its own: the library broken, the shortcuts stay', async () => {
    here.demo.faults.set({ kind: 'bad-json' }, { resource: LIBRARY })
    expect(await featuresNow()).toEqual({
      console: true,
      'the service': true,
      wifi: false,
      containers: false,
    })
  })
})

/** The features of a session that is opened now. */
async function featuresNow(): Promise<Record<string, boolean>> {
  return (await (await here.logIn()).session()).features
}
