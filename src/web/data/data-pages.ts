import { findOperation, findPlace } from '../../data/paths/find-place.ts'
import { isMisleadingKey, readSteps } from '../../data/paths/path-steps.ts'
import type { ModelState } from '../../model/model-state.ts'
import { wantsContentOnly, wantsWhole } from '../renderer.ts'
import { forSession, type Handler } from '../routes.ts'
import { readAddress, wantsJson } from './address.ts'
import type { Asked, DataParts } from './asked.ts'
import { showWithoutModel } from './plain-pages.ts'
import { searchHandler } from './search-page.ts'
import { SeenEntries } from './seen-entries.ts'
import { sendJson } from './send-json.ts'
import { showOperation } from './show-operation.ts'
import { showBadPath, showContent, showFrame, showReading, showWhole } from './show-place.ts'

/** Answers `/data`, everything below it, and `/data-search`. */
export interface DataPages {
  readonly show: Handler
  readonly search: Handler
}

export function openDataPages(given: Omit<DataParts, 'seen'>): DataPages {
  const parts = { ...given, seen: new SeenEntries(given.sessions) }
  const show = forSession((c, session) => {
    c.header('Vary', 'HX-Request, Accept')
    const asked = { c, session, address: readAddress(c) }
    const read = readSteps(asked.address.path)
    if (read.kind === 'steps' && read.steps.some(({ keys }) => keys?.some(isMisleadingKey)))
      return parts.renderer.showMessage(c, 404)
    return wantsJson(c) ? sendJson(parts, asked) : showData(parts, asked)
  })
  return { show, search: searchHandler(parts) }
}

function showData(parts: DataParts, asked: Asked) {
  const { c, session, address } = asked
  const state: ModelState = parts.modelOf(session)
  if (state.kind === 'reading') return showReading(parts, asked, state)
  if (c.req.query('view') === 'reading' && wantsContentOnly(c)) return reload(asked)
  if (state.kind === 'none') return showWithoutModel(parts, asked, state.because)

  const { known } = state
  const found = findPlace(known.model, address.path)
  if (found.kind === 'bad-path') {
    const operation = findOperation(known.model, address.path)
    if (operation) return showOperation(parts, { ...asked, known }, operation)
    return showBadPath(parts, { ...asked, known }, found)
  }
  const there = { ...asked, known, place: found.place }
  if (wantsContentOnly(c)) return showContent(parts, there)
  return (wantsWhole(c) ? showWhole : showFrame)(parts, there)
}

/** The model became ready while the page waited for it. The whole page reloads, because its frame changes, too. */
function reload({ c }: Asked) {
  c.header('HX-Refresh', 'true')
  return c.body(null)
}
