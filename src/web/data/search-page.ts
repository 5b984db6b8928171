import { type Place, placesTo } from '../../data/paths/place.ts'
import { textOf } from '../../data/values/value.ts'
import { dataParent } from '../../yang/children.ts'
import type { SchemaNode } from '../../yang/model.ts'
import { wantsContentOnly } from '../renderer.ts'
import { forSession, type Handler } from '../routes.ts'
import { fill } from '../texts/languages.ts'
import type { SearchHit } from '../views/data-views.ts'
import type { DataParts } from './asked.ts'
import { firstSentence } from './node-info.ts'
import { MAX_HITS } from './node-search.ts'
import { searchIndexOf } from './search-index.ts'
import { type Hit, searchModel } from './search-model.ts'
import { hrefTo } from './setting.ts'

const MAX_SHOWN_QUERY = 200

/** `/data-search?q=…`: a page of results, or only the results for a page that searches as its user types. */
export function searchHandler(parts: DataParts): Handler {
  const { renderer, layout } = parts
  return forSession(async (c, session) => {
    c.header('Vary', 'HX-Request')
    const state = parts.modelOf(session)
    // The pages of data say how far the model is, or that there is none.
    if (state.kind !== 'ready') return wantsContentOnly(c) ? c.body(null, 204) : c.redirect('/data', 303)

    const query = (c.req.query('q') ?? '').trim().slice(0, MAX_SHOWN_QUERY)
    const index = await searchIndexOf(state.known.model)
    const found = searchModel(index, query, parts.seen.of(session))
    const data = { query, hits: found.map(hitView), hasMore: found.length === MAX_HITS }
    if (wantsContentOnly(c)) return renderer.send(c, renderer.draw(c, 'data-results', data))
    const words = renderer.textFor(c).data.search
    const title = query === '' ? words.label : fill(words.title, { query })
    return layout.show(c, session, { title, body: renderer.draw(c, 'data-search-page', data) })
  })
}

function hitView({ place, node }: Hit): SearchHit {
  const { name } = node
  const keys = place.node === node ? place.keys.map(textOf).join(', ') : ''
  return {
    name: keys === '' ? name : `${name} ${keys}`,
    href: hrefTo(place, { query: '' }),
    path: readablePath(place, node),
    about: firstSentence(node.description) ?? '',
  }
}

/** The way there in the words of the model, such as `interfaces / interface e1 / ipv4 / mtu`. */
function readablePath(place: Place, node: SchemaNode): string {
  const known = placesTo(place).map((at) => [at.node.name, ...at.keys.map(textOf)].join(' '))
  const below: string[] = []
  for (let at: SchemaNode | undefined = node; at && at !== place.node; at = dataParent(at))
    below.push(at.name)
  return [...known, ...below.reverse()].join(' / ')
}
