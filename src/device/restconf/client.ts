import { listOf, valueAt } from '../../data/json-path.ts'
import type { Log } from '../../log.ts'
import type { Credentials } from '../credentials.ts'
import type { DataQuery, DeviceUser, ModuleName, ModuleQuery, Observe } from '../device.ts'
import { DeviceError } from '../device-error.ts'
import { dataOf, failureOf, type Reading, readAnswer, readText } from './answer.ts'
import { failure } from './codes.ts'
import type { Question } from './pool.ts'
import { type Abilities, dataPath, modulePath, pathBelow, requireName } from './resource-path.ts'
import type { DeviceTrust } from './tls.ts'
import { openTransport, type Transport } from './transport.ts'
import { type AskableDevice, type Asking, servesStrangers, verify } from './verify.ts'

export type { DeviceTrust } from './tls.ts'

export interface RestconfSettings {
  /** The RESTCONF root, like https://192.0.2.1/restconf; see parseRestconfRoot. */
  readonly root: URL
  readonly trust: DeviceTrust
  /** The limit for one call: connecting, TLS, headers and body together. */
  readonly timeoutMs: number
  readonly maxBodyBytes?: number
  readonly log: Log
  readonly observe?: Observe
}

/** A device that speaks RESTCONF (RFC 8040), asked with HTTP Basic as the user. */
export function restconfDevice({
  maxBodyBytes = 4 * 1024 * 1024,
  observe = () => {},
  ...rest
}: RestconfSettings): AskableDevice {
  const client = new Client({ ...rest, observe, transport: openTransport({ ...rest, maxBodyBytes }) })
  const as = (credentials: Credentials) => deviceUser(client, credentials)
  return {
    as,
    async verify(credentials, within) {
      const alreadyRead = await verify(client, credentials, within)
      return { user: as(credentials), alreadyRead }
    },
    servesStrangers: (within) => servesStrangers(client, within),
    close: () => client.close(),
  }
}

function deviceUser(client: Client, credentials: Credentials): DeviceUser {
  return {
    username: credentials.username,
    get: (wanted, within) => client.get(wanted, { credentials, within }),
    moduleText: (wanted, within) => client.moduleText(wanted, { credentials, within }),
    learnAbilities: (within) => client.learnAbilities({ credentials, within }),
  }
}

interface ClientParts {
  readonly root: URL
  readonly log: Log
  readonly observe: Observe
  readonly transport: Transport
}

/** What is asked for: in the log, and in the metrics. */
interface Named {
  readonly resource: string
  readonly label?: string | undefined
}

const noAbilities: Abilities = { depth: false, fields: false, content: false, withDefaults: false }
const RESTCONF_STATE = 'ietf-restconf-monitoring:restconf-state'
const CAPABILITY = 'urn:ietf:params:restconf:capability:'
const MONITORING = 'ietf-netconf-monitoring'
/** One label for all module texts, and one for whatever users look at: metrics must stay few. */
const MODULE_TEXT = 'module-text'
const ANY_DATA = 'data'

/** Calls the device, and reports each call to log and metrics. */
export class Client {
  readonly #parts: ClientParts
  #abilities = noAbilities

  constructor(parts: ClientParts) {
    this.#parts = parts
  }

  close(): void {
    this.#parts.transport.close()
  }

  /** Reads the answer to a call. Throws a DeviceError when there is no answer. */
  async read(query: DataQuery, asking: Asking, label?: string): Promise<Reading> {
    const path = dataPath(query, this.#abilities)
    return this.#ask(
      { resource: query.resource || ANY_DATA, label },
      { path: pathBelow(this.#parts.root, path) },
      asking,
    )
  }

  async get(wanted: string | DataQuery, asking: Asking): Promise<unknown> {
    if (typeof wanted === 'string') return dataOf(await this.read({ resource: wanted }, asking))
    return dataOf(await this.read(wanted, asking, ANY_DATA))
  }

  async moduleText(wanted: ModuleQuery, asking: Asking): Promise<string> {
    if (wanted.from === 'get-schema') return this.#getSchema(wanted, asking)
    const question = {
      path: modulePath(this.#parts.root, wanted),
      accept: 'application/yang, text/plain, */*',
    }
    return String(dataOf(await this.#ask({ resource: MODULE_TEXT }, question, asking, readText)))
  }

  async #getSchema(module: ModuleName, asking: Asking): Promise<string> {
    requireName(module)
    const { name: identifier, revision: version } = module
    const input = { identifier, ...(version && { version }), format: `${MONITORING}:yang` }
    const question = {
      path: pathBelow(this.#parts.root, `/operations/${MONITORING}:get-schema`),
      body: JSON.stringify({ [`${MONITORING}:input`]: input }),
    }
    const answer = dataOf(await this.#ask({ resource: MODULE_TEXT }, question, asking))
    const text = valueAt(answer, [`${MONITORING}:output`, 'data'])
    if (typeof text !== 'string') throw failure('bad-text')
    return text
  }

  /** A device without this resource gets no query parameters: clixon has none, and its `depth` destroys values. */
  async learnAbilities(asking: Asking): Promise<void> {
    const reading = await this.read({ resource: RESTCONF_STATE }, asking)
    if (reading.kind === 'failed') {
      const error = failureOf(reading)
      if (error.kind === 'absent' || error.kind === 'denied') return
      throw error
    }
    const listed = listOf(valueAt(reading.value, [RESTCONF_STATE, 'capabilities', 'capability']))
    const lists = (name: string) =>
      listed.some((uri) => typeof uri === 'string' && uri.startsWith(`${CAPABILITY}${name}:1.`))
    this.#abilities = {
      depth: lists('depth'),
      fields: lists('fields'),
      content: true, // RFC 8040 section 4.8.1 knows no capability for it
      withDefaults: lists('with-defaults'),
    }
  }

  async #ask(
    { resource, label = resource.replaceAll(/=[^/]*/g, '') }: Named,
    question: Question,
    { credentials, within }: Asking,
    understand = readAnswer,
  ): Promise<Reading> {
    const { log, observe, transport } = this.#parts
    const authorization = credentials && basicAuthorization(credentials)
    const startedAt = performance.now()
    const report = (outcome: string, details?: object) => {
      const ms = Math.round(performance.now() - startedAt)
      observe({ resource: label, outcome, ms })
      log.debug('device.called', { resource, outcome, ms, ...details })
    }

    try {
      const answer = await transport.ask({ ...question, authorization }, within)
      const reading = await understand(answer, credentials && secretsOf(credentials))
      if (reading.kind === 'data') report('ok')
      else report(reading.code, { deviceSays: reading.says })
      return reading
    } catch (error) {
      if (error instanceof DeviceError) report(error.code, { cause: error.cause })
      throw error
    }
  }
}

/** The Authorization header for these credentials. Real devices read the name and the password as UTF-8. */
export function basicAuthorization(credentials: Credentials): string {
  if (!credentials.canTravel) throw failure('unsendable-credentials')
  const pair = `${credentials.username}:${credentials.revealPassword()}`
  return `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`
}

/** Secrets that a device may echo, and that must not reach a log or a page. */
function secretsOf(credentials: Credentials): readonly string[] {
  return [credentials.revealPassword(), basicAuthorization(credentials).slice('Basic '.length)]
}
