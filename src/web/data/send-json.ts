import { findPlace } from '../../data/paths/find-place.ts'
import { readSteps } from '../../data/paths/path-steps.ts'
import type { DataQuery } from '../../device/device.ts'
import { DeviceError } from '../../device/device-error.ts'
import { sendToLogin } from '../guards/session.ts'
import type { Asked, DataParts } from './asked.ts'
import { queryFor } from './query.ts'

/** The device's own JSON of a place, with the guards of every page. */
export async function sendJson(parts: DataParts, asked: Asked): Promise<Response> {
  const { c, session } = asked
  const query = queryOf(parts, asked)
  if (!query)
    return refuse(c, { tag: 'unknown-element', message: 'The model has no such place.', status: 404 })
  try {
    const json = await parts.access.read(session, query, c.req.raw.signal)
    const disposition = c.req.query('view') === 'json' ? 'attachment' : 'inline'
    return c.body(JSON.stringify(json, null, 2), 200, {
      'Content-Type': 'application/yang-data+json',
      'Content-Disposition': `${disposition}; filename="data.json"`,
    })
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error
    if (error.kind === 'rejected') return sendToLogin(c, parts)
    const { kind, says, code } = error
    return refuse(c, { tag: tagOf[kind], message: says ?? code, status: statusOf[kind] })
  }
}

/** What to ask the device for; undefined for a path that leads nowhere. */
function queryOf(parts: DataParts, { session, address }: Asked): DataQuery | undefined {
  const { path, from } = address
  const state = parts.modelOf(session)
  if (state.kind === 'ready') {
    const found = findPlace(state.known.model, path)
    if (found.kind === 'bad-path') return undefined
    if (found.place) return { ...queryFor(found.place, from), depth: undefined }
  } else if (path !== '' && readSteps(path).kind === 'unreadable') {
    return undefined
  }
  return { resource: path.slice(1), datastore: from }
}

interface JsonRefusal {
  readonly tag: string
  readonly message: string
  readonly status: 400 | 403 | 404 | 502 | 504
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
