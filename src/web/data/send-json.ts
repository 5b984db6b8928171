import { isArray, isJsonObject, type Json } from '../../data/json/json.ts'
import { findPlace } from '../../data/paths/find-place.ts'
import { type PathStep, pathText, readSteps } from '../../data/paths/path-steps.ts'
import type { Place } from '../../data/paths/place.ts'
import { findPlain } from '../../data/tree/plain-json.ts'
import type { DataQuery } from '../../device/device.ts'
import { DeviceError } from '../../device/device-error.ts'
import type { ModelState } from '../../model/model-state.ts'
import type { Model } from '../../yang/model.ts'
import { finishInSlices, type Work } from '../../yang/work.ts'
import { sendToLogin } from '../guards/session.ts'
import type { Asked, DataParts } from './asked.ts'
import { plainQueryFor, queryFor } from './query.ts'
import { withoutSecrets } from './secrets.ts'

/** The device's own JSON of a place, with the guards of every page. */
export async function sendJson(parts: DataParts, asked: Asked): Promise<Response> {
  const { c, session } = asked
  const state = parts.modelOf(session)
  if (state.kind === 'reading') return refuseForNow(c)
  const found = find(state, asked)
  if (!found)
    return refuse(c, { tag: 'unknown-element', message: 'The model has no data at this path.', status: 404 })
  try {
    // What the device client hands over came from JSON.parse.
    const answer = (await parts.access.read(session, found.query, c.req.raw.signal)) as Json
    const json = found.steps ? onlyPlace(answer, found.steps) : answer
    const disposition = c.req.query('view') === 'json' ? 'attachment' : 'inline'
    const shown = asked.address.showsSecrets
      ? json
      : await finishInSlices(withoutSecrets(json, found.model, found.place))
    return c.body(await finishInSlices(jsonText(shown)), 200, {
      'Content-Type': 'application/yang-data+json',
      'Content-Disposition': `${disposition}; filename="${fileNameFor(asked.address.path)}"`,
    })
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error
    if (error.kind === 'rejected') return sendToLogin(c, parts)
    const { kind, says, code } = error
    return refuse(c, { tag: tagOf[kind], message: says ?? code, status: statusOf[kind] })
  }
}

interface Found {
  readonly query: DataQuery
  readonly model?: Model
  readonly place?: Place
  /** The way to the place, which is read through its parent. */
  readonly steps?: readonly PathStep[]
}

/** What to ask the device for; undefined for a path that leads nowhere. */
function find(state: ModelState, { address: { path, from } }: Asked): Found | undefined {
  if (state.kind === 'ready') {
    const { model } = state.known
    const found = findPlace(model, path)
    if (found.kind === 'bad-path') return undefined
    const { place } = found
    if (place)
      return { model, place, query: { ...queryFor(place, from), depth: undefined, withDefaults: undefined } }
    return { model, query: { resource: '', datastore: from } }
  }
  const read = readSteps(path)
  if (read.kind === 'unreadable') return undefined
  const { steps } = read
  if (steps.length > 1) return { query: plainQueryFor(steps, from), steps }
  return { query: { resource: pathText(steps).slice(1), datastore: from } }
}

/** The place without what its parent has beside it, as RFC 8040 answers for it. */
function onlyPlace(answer: Json, steps: readonly PathStep[]): Json {
  const [data, last] = [findPlain(answer, steps), steps.at(-1)]
  if (data === undefined || !last) throw new DeviceError('absent', 'nothing')
  return { [`${last.module}:${last.name}`]: last.keys ? [data] : data }
}

/** Named after the place: `interface-e1.json`. */
function fileNameFor(path: string): string {
  const last = path.split('/').at(-1) ?? ''
  const name = last
    .replace(/%[0-9a-f]{2}/gi, '-')
    .replace(/[^\w.]+/g, '-')
    .slice(-60)
    .replace(/^[-.]+|-+$/g, '')
  return `${name === '' ? 'data' : name}.json`
}

/** Until the model is read, it is not known which values are secret. */
function refuseForNow(c: Asked['c']): Response {
  c.header('Retry-After', '1')
  const message = 'The model of the device is being read.'
  return refuse(c, { tag: 'operation-failed', message, status: 503 })
}

interface JsonRefusal {
  readonly tag: string
  readonly message: string
  readonly status: 400 | 403 | 404 | 502 | 503 | 504
}

function refuse(c: Asked['c'], { tag, message, status }: JsonRefusal): Response {
  const error = { 'error-type': 'application', 'error-tag': tag, 'error-message': message }
  return c.body(JSON.stringify({ 'ietf-restconf:errors': { error: [error] } }), status, {
    'Content-Type': 'application/yang-data+json',
  })
}

const statusOf = { denied: 403, absent: 404, refused: 400, slow: 504, dead: 502, malformed: 502 } as const
const tagOf = {
  denied: 'access-denied',
  absent: 'invalid-value',
  refused: 'operation-failed',
  slow: 'operation-failed',
  dead: 'operation-failed',
  malformed: 'operation-failed',
} as const

/** In characters. The indentation of two million numbers a hundred levels deep would take four hundred megabytes. */
const MAX_INDENTATION = 4_000_000

/** The JSON as text, indented for people unless the indentation would be too large. */
export function* jsonText(json: Json): Work<string> {
  const indentation = yield* measureIndentation(json, 1, 0)
  return indentation > MAX_INDENTATION ? JSON.stringify(json) : JSON.stringify(json, null, 2)
}

/** Adds up the indentation of all lines, and stops when it is too large. */
function* measureIndentation(json: Json, level: number, before: number): Work<number> {
  const values = isArray(json) ? json : isJsonObject(json) ? Object.values(json) : []
  let sum = before + values.length * (2 * level + 1)
  if (values.length > 0) yield
  for (const value of values) {
    if (sum > MAX_INDENTATION) return sum
    if (typeof value === 'object' && value !== null) sum = yield* measureIndentation(value, level + 1, sum)
  }
  return sum
}
