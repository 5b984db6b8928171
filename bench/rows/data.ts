import { existsSync } from 'node:fs'
import { startTestDevice, type TestDevice } from '../../test/support/device/test-device.ts'
import { infixModules, SHARED_MODELS } from '../../test/support/infix-modules.ts'
import { type Server, startServer } from '../measure/server.ts'
import { median } from '../measure/statistics.ts'
import { logIn } from '../measure/visitor.ts'
import type { Finding, Row } from '../row.ts'

const ROUNDS = 40
const CRATES = 10_000
const KIB = 1024

/** The heaviest kinds of page: the top of a real device's model, a place with much in it, and a table. */
const TOP = '/data'
const ENTRY = '/data/ietf-interfaces:interfaces/interface=e1'
const INTERFACES = '/data/ietf-interfaces:interfaces/interface'
const TABLE = '/data/harbour:harbour/register/crate'

/** The pages of all of the device's data: what they weigh on the wire, and what they take beyond the device's own time. */
export const data: Row = {
  name: 'data',
  async measure({ executable }, { share }) {
    const rounds = Math.max(5, Math.round(ROUNDS * share))
    const device = await startTestDevice()
    device.datastore.crates = CRATES
    const own = await start(executable, device)
    const table = await tableFinding(await visit(own), device, rounds)
    await own.stop()

    const isInfix = existsSync(SHARED_MODELS)
    if (isInfix) device.datastore.library = { features: [], form: 'yang-library', modules: infixModules() }
    const large = await start(executable, device)
    const visitor = await visit(large)
    const model = isInfix ? 'the model of Infix' : "the demo device's model"
    const findings: Finding[] = []
    for (const path of [TOP, ENTRY, INTERFACES]) findings.push(...(await weightOf(visitor, path, model)))
    for (const path of [TOP, ENTRY]) findings.push(await frameFinding(visitor, { path, model, rounds }))
    await large.stop()
    await device.stop()
    return { findings: [...findings, table], plots: [] }
  },
}

function start(executable: string, { url }: TestDevice): Promise<Server> {
  const flags = ['--restconf', url, '--listen', '127.0.0.1:0', '--log-format', 'json']
  return startServer({ name: 'Portico', command: [executable, ...flags] })
}

interface Visitor {
  readonly url: URL
  readonly cookie: string
}

/** Logs in, and waits until the model is read. */
async function visit({ url }: Server): Promise<Visitor> {
  const visitor = { url, cookie: await logIn(url) }
  for (;;) {
    const { body } = await get(visitor, '/data-search?q=mtu')
    if (!body.includes('<progress')) return visitor
    await Bun.sleep(100)
  }
}

const asBrowser = { accept: 'text/html', 'accept-encoding': 'br, gzip' }
const asHtmx = { ...asBrowser, 'hx-request': 'true' }

interface Got {
  readonly body: string
  /** On the wire, head included. */
  readonly bytes: number
  readonly ms: number
}

async function get({ url, cookie }: Visitor, path: string, headers = {}): Promise<Got> {
  const startedAt = performance.now()
  const answer = await fetch(new URL(path, url), { headers: { cookie, ...headers }, decompress: false })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const ms = performance.now() - startedAt
  if (answer.status !== 200) throw new Error(`${path} is answered with ${answer.status}`)
  const head = [...answer.headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 20)
  const isPlain = answer.headers.get('content-encoding') === null
  return { body: isPlain ? new TextDecoder().decode(bytes) : '', bytes: bytes.length + head, ms }
}

/** A first visit with everything that the page loads, and a later one, when styles, scripts and pictures are kept. */
async function weightOf(visitor: Visitor, path: string, model: string): Promise<readonly Finding[]> {
  const page = await get(visitor, path, asBrowser)
  const content = await get(visitor, path, asHtmx)
  const assets = new Set(page.body.match(/\/assets\/[\w.-]+/g))
  let kept = 0
  for (const asset of assets) kept += (await get(visitor, asset, asBrowser)).bytes
  const again = page.bytes + content.bytes
  const inKib = (bytes: number) => `${(bytes / KIB).toFixed(1)} KiB`
  const finding = (what: string, bytes: number, max: number): Finding => ({
    what: `${what}: ${path}`,
    against: model,
    aim: `≤ ${max} KiB`,
    measured: inKib(bytes),
    isMet: bytes <= max * KIB,
  })
  return [
    finding('a page of data with everything, on the wire', again + kept, 60),
    finding('the same with styles, scripts and pictures kept', again, 25),
  ]
}

interface Timed {
  readonly path: string
  readonly model: string
  readonly rounds: number
}

async function frameFinding(visitor: Visitor, { path, model, rounds }: Timed): Promise<Finding> {
  const ms = await medianOf(rounds, () => get(visitor, path, asBrowser))
  return {
    what: `the first answer of ${path}, which asks the device nothing`,
    against: model,
    aim: '≤ 10 ms',
    measured: `${ms.toFixed(1)} ms`,
    isMet: ms <= 10,
  }
}

/** The same data is asked of the device directly: what is left is the service's own time. */
async function tableFinding(visitor: Visitor, device: TestDevice, rounds: number): Promise<Finding> {
  const resource = new URL(`${device.url}/data/harbour:harbour/register?fields=crate`)
  const headers = { authorization: `Basic ${btoa('admin:admin')}`, accept: 'application/yang-data+json' }
  const alone = await medianOf(rounds, async () => {
    const startedAt = performance.now()
    await (await fetch(resource, { headers })).arrayBuffer()
    return { ms: performance.now() - startedAt }
  })
  const ms = (await medianOf(rounds, () => get(visitor, TABLE, asHtmx))) - alone
  return {
    what: `a table of 100 of ${CRATES} entries, beyond the device's own ${alone.toFixed(0)} ms`,
    against: "the demo device's model",
    aim: '≤ 150 ms',
    measured: `${ms.toFixed(0)} ms`,
    isMet: ms <= 150,
  }
}

async function medianOf(rounds: number, once: () => Promise<{ readonly ms: number }>): Promise<number> {
  const taken: number[] = []
  for (let round = 0; round < rounds; round++) taken.push((await once()).ms)
  return median(taken)
}
