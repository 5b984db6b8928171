import type { Context } from 'hono'
import { isOperation } from '../../data/paths/data-nodes.ts'
import { pathText } from '../../data/paths/path-steps.ts'
import { type Place, placesTo } from '../../data/paths/place.ts'
import type { KnownModel, ModelState } from '../../model/model-state.ts'
import type { Session } from '../../session/session.ts'
import { dataParent } from '../../yang/children.ts'
import type { SchemaNode } from '../../yang/model.ts'
import { type OwnData, wantsContentOnly } from '../renderer.ts'
import { forSession, type Handler } from '../routes.ts'
import type { Scope } from '../scope.ts'
import type { DataTexts } from '../texts/data-en.ts'
import { fill } from '../texts/languages.ts'
import type { SearchHit } from '../views/data-views.ts'
import { withQuery } from './address.ts'
import type { DataParts } from './asked.ts'
import { firstSentence } from './node-info.ts'
import { MAX_HITS } from './node-search.ts'
import { hrefTo, keysText } from './page-options.ts'
import { nameOf } from './plain-pages.ts'
import { searchIndexOf } from './search-index.ts'
import { type Hit, searchModel, wordsOf } from './search-model.ts'
import { progressSentence } from './show-place.ts'

const MAX_SHOWN_QUERY = 200

/** `/data-search?q=…`: a page of results, or only the results for a page that searches as its user types. */
export function searchHandler(parts: DataParts): Handler {
  const { renderer, layout } = parts
  return forSession(async (c, session) => {
    c.header('Vary', 'HX-Request')
    const query = (c.req.query('q') ?? '').trim().slice(0, MAX_SHOWN_QUERY)
    const state = parts.modelOf(session)
    const data =
      state.kind === 'ready'
        ? await searchWithModel(parts, { c, session, query }, state.known)
        : searchWithout(parts, { c, session, query }, state)
    if (wantsContentOnly(c)) return renderer.send(c, renderer.draw(c, 'data-results', data))
    const words = renderer.textFor(c).data.search
    const title = query === '' ? words.label : fill(words.title, { query })
    return layout.show(c, session, {
      title,
      menuPath: '/data',
      body: renderer.draw(c, 'data-search-page', data),
    })
  })
}

interface Search {
  readonly c: Context<Scope>
  readonly session: Session
  readonly query: string
}

type Found = OwnData<'data-results'>

async function searchWithModel(
  { renderer, seen }: DataParts,
  { c, session, query }: Search,
  { model }: KnownModel,
): Promise<Found> {
  const { kinds } = renderer.textFor(c).data.info
  const found = searchModel(await searchIndexOf(model), query, seen.of(session))
  return {
    query,
    hits: found.map((hit) => hitView(hit, kinds)),
    hasMore: found.length === MAX_HITS,
    state: undefined,
  }
}

/** Searches only the entries that this session has seen. Says why there are no others, and refreshes while the model is read. */
function searchWithout(
  { renderer, seen }: DataParts,
  { c, session, query }: Search,
  state: Exclude<ModelState, { kind: 'ready' }>,
): Found {
  const { data } = renderer.textFor(c)
  const isReading = state.kind === 'reading'
  const asksAgain = isReading && (!wantsContentOnly(c) || c.req.query('view') === 'reading')
  const words = wordsOf(query)
  const matching = [...seen.pathsOf(session)].filter(({ text }) => words.every((word) => text.includes(word)))
  const found = words.length === 0 ? [] : matching.slice(0, MAX_HITS)
  return {
    query,
    hits: found.map(({ steps }) => ({
      name: nameOf(steps.at(-1)) ?? '',
      href: `/data${pathText(steps)}`,
      kind: undefined,
      path: steps.map(nameOf).join(' / '),
      about: '',
    })),
    hasMore: found.length < matching.length,
    state: {
      sentence: isReading ? progressSentence(state, data) : data.search.plain,
      progress: isReading ? state : undefined,
      retryHref: asksAgain ? withQuery('/data-search', { q: query, view: 'reading' }) : undefined,
      link: undefined,
    },
  }
}

function hitView({ place, node }: Hit, kinds: DataTexts['info']['kinds']): SearchHit {
  const { name } = node
  const keys = place.node === node ? keysText(place) : ''
  return {
    name: keys === '' ? name : `${name} ${keys}`,
    href: hrefTo(place, { query: '' }),
    kind: isOperation(node) ? kinds[node.kind] : undefined,
    path: readablePath(place, node),
    about: firstSentence(node.description) ?? '',
  }
}

/** The path for people, such as `interfaces / interface e1 / ipv4 / mtu`. */
function readablePath(place: Place, node: SchemaNode): string {
  const known = placesTo(place).map((at) => `${at.node.name} ${keysText(at)}`.trimEnd())
  const below: string[] = []
  for (let at: SchemaNode | undefined = node; at && at !== place.node; at = dataParent(at))
    below.push(at.name)
  return [...known, ...below.reverse()].join(' / ')
}
