import type { Json } from '../../data/json/json.ts'
import { readAnswer } from '../../data/tree/read-answer.ts'
import type { DataQuery } from '../../device/device.ts'
import { DeviceError } from '../../device/device-error.ts'
import type { MissingModule } from '../../model/model-state.ts'
import { finishInSlices } from '../../yang/work.ts'
import { sendToLogin } from '../guards/session.ts'
import type { DataBody } from '../views/data-views.ts'
import { secretsHref, withQuery } from './address.ts'
import { type Asked, type AskedForPlace, type DataParts, optionsFor } from './asked.ts'
import { hasUnknown, hidesSomething, placeView } from './place-view.ts'
import { queryFor } from './query.ts'
import { ENTRIES_PER_PAGE } from './table-view.ts'

export interface Drawn {
  readonly html: string | Response
  readonly status: 200 | 404 | 502 | 504
}

/** Asks the device once, and draws its answer or why there is none. */
export async function drawContent(parts: DataParts, asked: AskedForPlace): Promise<Drawn> {
  const { session, address, place, known } = asked
  try {
    const json = await readWithDefaults(parts, asked, queryFor(place, address.from))
    // What the device client hands over came from JSON.parse.
    const answer = readAnswer(known.model, place, json as Json)
    if (answer.kind === 'senseless') throw new DeviceError('malformed', 'bad-json')
    if (answer.kind === 'nothing') throw new DeviceError('absent', 'nothing')
    parts.seen.add(session, place, answer.data)
    const { page, filter, entry } = address
    const choice = { page, filter, entry, perPage: ENTRIES_PER_PAGE }
    const body = await finishInSlices(placeView(place, answer.data, optionsFor(parts, asked), choice))
    return { html: drawBody(parts, asked, { body, missing: known.missing }), status: 200 }
  } catch (error) {
    return drawProblem(parts, asked, error)
  }
}

/** Some devices claim `with-defaults` but cannot tag defaults. When one refuses, it is asked again without. */
async function readWithDefaults({ access }: DataParts, { c, session }: Asked, query: DataQuery) {
  const { signal } = c.req.raw
  try {
    return await access.read(session, query, signal)
  } catch (error) {
    if (!(error instanceof DeviceError) || error.kind !== 'refused') throw error
    return await access.read(session, { ...query, withDefaults: undefined }, signal)
  }
}

/** What is at a place, with what can be done about it. */
export function drawBody(
  parts: DataParts,
  { c, address }: Asked,
  { body, missing = [] }: { readonly body: DataBody; readonly missing?: readonly MissingModule[] },
): string {
  const href = `/data${address.path}`
  const found = body.kind === 'table' ? body.table.found : 0
  return parts.renderer.draw(c, 'data-place', {
    body,
    filter: address.filter,
    page: address.page,
    pages: Math.max(1, Math.ceil(found / ENTRIES_PER_PAGE)),
    href,
    query: [
      ...(address.from ? [['from', address.from] as const] : []),
      ...(address.showsSecrets ? [['secrets', 'shown'] as const] : []),
    ],
    missing: hasUnknown(body) ? missing.map(({ name }) => name) : [],
    secretsHref: hidesSomething(body) ? secretsHref(c) : undefined,
  })
}

/** Why there is nothing to see, as a part of the page. */
export function drawProblem(parts: DataParts, asked: Asked, error: unknown): Drawn {
  const { c } = asked
  if (!(error instanceof DeviceError)) throw error
  if (c.req.raw.signal.aborted) return { html: c.body(null, 400), status: 200 }
  if (error.kind === 'rejected') return { html: sendToLogin(c, parts), status: 200 }
  if (error.kind !== 'absent')
    c.get('log').warn('data.failed', { path: asked.address.path, because: error.kind, reason: error.code })
  const url = new URL(c.req.url)
  const html = parts.renderer.draw(c, 'fragment-problem', {
    kind: isTooMuch(error) ? 'large' : error.kind,
    says: error.says ?? '',
    retryHref: withQuery(`${url.pathname}${url.search}`, { view: '' }),
  })
  return { html, status: statusOf[error.kind] }
}

/** A device may have more at one place than is read at once; that is not a fault. */
function isTooMuch({ code }: DeviceError): boolean {
  return code === 'too-large' || code === 'too-many-values'
}

const statusOf = { denied: 404, absent: 404, refused: 200, slow: 504, dead: 502, malformed: 502 } as const
