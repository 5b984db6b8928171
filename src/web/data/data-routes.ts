import { findPlace } from '../../data/paths/find-place.ts'
import type { ModelState } from '../../model/model-state.ts'
import type { MenuItem } from '../pages/page.ts'
import { forSession, type Route } from '../routes.ts'
import { readAddress, wantsContentOnly, wantsJson, wantsWhole } from './address.ts'
import type { Asked, DataParts } from './asked.ts'
import { showWithoutModel } from './plain-pages.ts'
import { sendJson } from './send-json.ts'
import { showBadPath, showContent, showFrame, showReading, showTop, showWhole } from './show-place.ts'

export const dataMenu: MenuItem = {
  path: '/data',
  title: (text) => text.menu.data,
  icon: 'list-tree',
  group: 'device',
}

/** `/data` and everything below it. */
export function dataRoutes(parts: DataParts): Route[] {
  const show = forSession((c, session) => {
    c.header('Vary', 'HX-Request, Accept')
    const asked = { c, session, address: readAddress(c) }
    return wantsJson(c) ? sendJson(parts, asked) : showData(parts, asked)
  })
  return ['/data', '/data/*'].map((path) => ({ path, access: 'session', methods: { GET: show } }))
}

function showData(parts: DataParts, asked: Asked) {
  const { c, session, address } = asked
  const state: ModelState = parts.modelOf(session)
  if (state.kind === 'reading') return showReading(parts, asked, state)
  if (c.req.query('view') === 'reading' && wantsContentOnly(c)) return reload(asked)
  if (state.kind === 'none') return showWithoutModel(parts, asked, state.because)

  const { known } = state
  const found = findPlace(known.model, address.path)
  if (found.kind === 'bad-path') return showBadPath(parts, { ...asked, known }, found)
  const { place } = found
  if (!place) return showTop(parts, { ...asked, known })
  if (wantsContentOnly(c)) return showContent(parts, { ...asked, known, place })
  return (wantsWhole(c) ? showWhole : showFrame)(parts, { ...asked, known, place })
}

/** The model has come while the page waited for it: the page has more to show than its content. */
function reload({ c }: Asked) {
  c.header('HX-Refresh', 'true')
  return c.body(null)
}
