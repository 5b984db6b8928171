import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { ask } from '../../test/support/device/client.ts'
import { nodeOfMember } from '../data/paths/data-nodes.ts'
import { valueFromJson } from '../data/values/read-value.ts'
import type { Model, SchemaNode } from '../yang/model.ts'
import { Datastore } from './datastore.ts'
import { type DemoDevice, startDemoDevice } from './demo-device.ts'
import { isList, isObject, type Json, type JsonObject } from './json.ts'
import { ownModules } from './modules.ts'
import { likeClixon } from './restconf.ts'
import { ownModel } from './self-description.ts'

describe('the models of the demo device', () => {
  test('compile without a warning, and have every kind of node and of type', async () => {
    const { roots, warnings } = await ownModel()
    expect(warnings).toEqual([])
    const nodes = roots.flatMap(withDescendants)
    expect(new Set(nodes.map(({ kind }) => kind)).size).toBe(13)
    expect(new Set(nodes.flatMap(({ type }) => type?.base ?? [])).size).toBeGreaterThanOrEqual(18)
    expect(nodes.some(({ access }) => access === 'default-deny-all')).toBe(true)
    expect(nodes.some(({ kind, keys }) => kind === 'list' && keys.length === 2)).toBe(true)
    expect(nodes.some(({ isUserOrdered }) => isUserOrdered)).toBe(true)
  })

  test.skipIf(Bun.which('yanglint') === null)('are valid for libyang, too', () => {
    const folder = join(import.meta.dir, 'yang')
    for (const { name } of ownModules) {
      const { stderr, exitCode } = Bun.spawnSync(['yanglint', '-p', folder, join(folder, `${name}.yang`)])
      expect([name, stderr.toString(), exitCode]).toEqual([name, '', 0])
    }
  })

  test('fit all that the device says, as configuration and as it is now', async () => {
    const model = await ownModel()
    const datastore = new Datastore(() => new Date('2026-03-01T08:00:00Z'))
    for (const name of ['operational', 'running', 'startup'] as const)
      expect(misfits(datastore.read(name, model), model)).toEqual([])
  })

  test('are named by the library as their texts name themselves', () => {
    for (const { name, revision, namespace, text, submodules } of ownModules) {
      expect(text).toStartWith(`module ${name} {`)
      expect(text).toContain(`revision ${revision}`)
      expect(namespace).toStartWith('urn:')
      for (const part of submodules) expect(part.text).toContain(`belongs-to ${name} {`)
    }
  })
})

function withDescendants(node: SchemaNode): readonly SchemaNode[] {
  return [node, ...node.children.flatMap(withDescendants)]
}

function misfits(data: JsonObject, parent: Model | SchemaNode, path = ''): string[] {
  return Object.entries(data).flatMap(([name, value]) => {
    const node = nodeOfMember(parent, name)
    if (!node) return [`${path}/${name} is not in the model`]
    if (node.kind === 'anydata') return []
    const isOne = node.type?.base === 'empty' || !isList(value)
    return (isOne ? [value] : value).flatMap((each: Json) => misfitsOf(each, node, `${path}/${name}`))
  })
}

function misfitsOf(value: Json, node: SchemaNode, path: string): string[] {
  if (isObject(value)) return misfits(value, node, path)
  return valueFromJson(value, node).kind === 'misfit' ? [`${path} is ${JSON.stringify(value)}`] : []
}

const interfaces = '/restconf/data/ietf-interfaces:interfaces'
const system = 'ietf-system:system'

describe('what can be asked of the demo device', () => {
  let device: DemoDevice
  let clixon: DemoDevice
  beforeAll(async () => {
    device = await startDemoDevice()
    clixon = await startDemoDevice({ manner: likeClixon })
  })
  afterAll(() => Promise.all([device.stop(), clixon.stop()]))
  const read = async (path: string, of = device) => {
    const { status, body } = await ask(of, path)
    return status === 200 ? JSON.parse(body) : status
  }

  test('depth cuts what is deep and keeps the keys of lists', async () => {
    expect(await read(`${interfaces}?depth=1`)).toEqual({ 'ietf-interfaces:interfaces': {} })
    const { interface: list } = (await read(`${interfaces}?depth=2`))['ietf-interfaces:interfaces']
    expect(list[0]).toEqual({ name: 'e10' })
    const deeper = (await read(`${interfaces}?depth=3`))['ietf-interfaces:interfaces'].interface[0]
    expect(deeper).toMatchObject({ name: 'e10', 'oper-status': 'up', statistics: {} })
  })

  test('fields picks nodes, and the keys of lists come along', async () => {
    const answer = await read(`${interfaces}?fields=interface/statistics(in-octets;in-errors)`)
    const [first, second] = answer['ietf-interfaces:interfaces'].interface
    expect(first).toEqual({ name: 'e10', statistics: { 'in-octets': expect.any(String), 'in-errors': 3 } })
    expect(Object.keys(second)).toEqual(['name', 'statistics'])
    const top = await read(`/restconf/data?fields=${system}/hostname;harbour:harbour/name`)
    expect(top).toEqual({ [system]: { hostname: 'quay-7' }, 'harbour:harbour': { name: 'Old Harbour' } })
  })

  test('with-defaults adds them, tags them or takes them away', async () => {
    const options = `/restconf/ds/ietf-datastores:running/${system}/dns-resolver/options`
    const optionsBy = async (mode: string) =>
      (await read(`${options}?with-defaults=${mode}`))[system]['dns-resolver'].options
    expect(await optionsBy('explicit')).toEqual({ timeout: 3 })
    expect(await optionsBy('report-all')).toEqual({ timeout: 3, attempts: 2 })
    expect(await optionsBy('report-all-tagged')).toMatchObject({
      attempts: 2,
      '@attempts': { 'ietf-netconf-with-defaults:default': true },
    })
    expect((await read(`${options}/attempts`))[system]['dns-resolver'].options).toEqual({ attempts: 2 })
  })

  test('content tells configuration from state, and breaks on a datastore', async () => {
    const one = `${interfaces}/interface=e1`
    const of = async (content: string) =>
      (await read(`${one}?content=${content}`))['ietf-interfaces:interfaces'].interface[0]
    expect(Object.keys(await of('config'))).not.toContain('oper-status')
    expect(Object.keys(await of('nonconfig'))).toEqual(expect.arrayContaining(['name', 'oper-status']))
    expect(await of('nonconfig')).not.toHaveProperty('description')
    expect(await read(`/restconf/ds/ietf-datastores:running/${system}?content=config`)).toBe(500)
  })

  test('running and startup are configuration only, and part when one is changed', async () => {
    device.datastore.set(`${system}/hostname`, 'pier-9')
    const hostname = async (store: string) =>
      (await read(`/restconf/ds/ietf-datastores:${store}/${system}/hostname`))[system].hostname
    expect([await hostname('running'), await hostname('startup')]).toEqual(['pier-9', 'quay-7'])
    expect(await read('/restconf/ds/ietf-datastores:running/ietf-system:system-state')).toBe(404)
    device.datastore.reset()
  })

  test('a list is asked for by entry: several keys, encoded as they must be', async () => {
    const berth = await read('/restconf/data/harbour:harbour/berth=North%20Quay,1/depth')
    expect(berth).toEqual({
      'harbour:harbour': { berth: [{ quay: 'North Quay', number: 1, depth: '11.40' }] },
    })
    expect(await read(`${interfaces}/interface`)).toBe(400)
    expect(await read(`${interfaces}/interface=a:b`)).toBe(400)
    const route = 'control-plane-protocol=ietf-routing%3Astatic,default/description'
    const path = `/restconf/data/ietf-routing:routing/control-plane-protocols/${route}`
    expect(JSON.stringify(await read(path))).toContain('To the harbour office')
  })

  test('a list can be as long as ten thousand entries', async () => {
    device.datastore.crates = 10_000
    const { crate } = (await read('/restconf/data/harbour:harbour/register'))['harbour:harbour'].register
    expect(crate).toHaveLength(10_000)
    device.datastore.reset()
  })

  test('secrets are for those who may see everything', async () => {
    const code = '/restconf/data/harbour:harbour/gate-code'
    expect((await ask(device, code)).status).toBe(200)
    expect((await ask(device, code, { login: 'guest:guest' })).status).toBe(404)
  })

  test('like rousette it serves the texts beside the RESTCONF root, to those who may read the library', async () => {
    const text = await ask(device, '/yang/harbour@2026-11-01.yang', { headers: { accept: '*/*' } })
    expect([text.status, text.headers['content-type']]).toEqual([200, 'application/yang'])
    expect(text.body).toStartWith('module harbour {')
    for (const path of [
      '/yang/harbour.yang',
      '/yang/harbour@2020-01-01.yang',
      '/yang/nosuch@2026-11-01.yang',
    ])
      expect((await ask(device, path)).status).toBe(404)
    expect((await ask(device, '/yang/harbour@2026-11-01.yang', { login: undefined })).status).toBe(401)
    expect((await ask(device, '/yang/harbour@2026-11-01.yang', { login: 'noread:noread' })).status).toBe(404)
  })

  test('like clixon it answers with the resource alone, wraps the whole, and spoils what has a depth', async () => {
    expect(await read(`/restconf/data/${system}/hostname`, clixon)).toEqual({
      'ietf-system:hostname': 'quay-7',
    })
    const entry = await read(`${interfaces}/interface=e1`, clixon)
    expect(Object.keys(entry)).toEqual(['ietf-interfaces:interface'])
    expect(Object.keys(await read('/restconf/data', clixon))).toEqual(['ietf-restconf:data'])
    const spoilt = await read(`/restconf/data/${system}?depth=2`, clixon)
    expect(spoilt[system].hostname).toBe('')
  })

  test.each([
    [`/restconf/data/${system}/nosuch`, 400, 'unknown-element', 'Unknown element', 'nosuch'],
    ['/restconf/data/nomod:x', 400, 'unknown-element', 'No such yang module prefix', 'nomod'],
    [`${interfaces}/interface=nosuch`, 404, 'invalid-value', 'Instance does not exist', undefined],
  ])('like clixon it tells an error as one object: %s', async (path, status, tag, message, badElement) => {
    const answer = await ask(clixon, path)
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      status,
      {
        'ietf-restconf:errors': {
          error: {
            'error-type': 'application',
            'error-tag': tag,
            ...(badElement !== undefined && { 'error-info': { 'bad-element': badElement } }),
            'error-severity': 'error',
            'error-message': message,
          },
        },
      },
    ])
  })

  test('like clixon it brings a text by an operation', async () => {
    const body = { 'ietf-netconf-monitoring:input': { identifier: 'harbour', version: '2026-11-01' } }
    const path = '/restconf/operations/ietf-netconf-monitoring:get-schema'
    const answer = await ask(clixon, path, { method: 'POST', body })
    expect(JSON.parse(answer.body)['ietf-netconf-monitoring:output'].data).toStartWith('module harbour {')
    expect((await ask(clixon, '/yang/harbour@2026-11-01.yang')).status).toBe(404)
    expect((await ask(device, path, { method: 'POST', body })).status).toBe(500)
  })
})
