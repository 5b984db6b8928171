import { dataNodes } from '../../data/paths/data-nodes.ts'
import type { BadPath } from '../../data/paths/find-place.ts'
import { type Place, pathOf } from '../../data/paths/place.ts'
import type { ModelState } from '../../model/model-state.ts'
import type { SchemaNode } from '../../yang/model.ts'
import { wantsContentOnly } from '../renderer.ts'
import type { DataTexts } from '../texts/data-en.ts'
import { fill } from '../texts/languages.ts'
import { fromHere, withQuery } from './address.ts'
import type { Asked, AskedWithModel, DataParts } from './asked.ts'
import { optionsFor } from './asked.ts'
import { drawCompare } from './draw-compare.ts'
import { type Drawn, drawContent } from './draw-content.ts'
import { showInFrame } from './frame.ts'
import { infoOf } from './node-info.ts'
import { hrefTo, keysText } from './page-options.ts'
import { queryFor } from './query.ts'
import { crumbsTo, operationLinks, topView, treeView } from './tree-view.ts'

/** At a place, or at the top. */
type AskedAnywhere = AskedWithModel & { readonly place: Place | undefined }

/** The page without its content, which follows when the device has answered. */
export function showFrame(parts: DataParts, asked: AskedAnywhere) {
  return showPage(parts, asked, {})
}

/** The content alone, for the page that is there already. */
export async function showContent(parts: DataParts, asked: AskedAnywhere) {
  const { html, status } = await draw(parts, asked)
  return typeof html === 'string' ? parts.renderer.sendFragment(asked.c, html, status) : html
}

/** Page and content in one answer. */
export async function showWhole(parts: DataParts, asked: AskedAnywhere) {
  const { html, status } = await draw(parts, asked)
  return typeof html === 'string' ? showPage(parts, asked, { html, status }) : html
}

function draw(parts: DataParts, asked: AskedAnywhere): Drawn | Promise<Drawn> {
  const { place, address } = asked
  if (!place) return drawTop(parts, asked)
  return (address.compares ? drawCompare : drawContent)(parts, { ...asked, place })
}

/** The top of the model: the device need not be asked for it. */
function drawTop(parts: DataParts, asked: AskedWithModel): Drawn {
  const { known, c } = asked
  const modules = topView(known.model, optionsFor(parts, asked))
  const missing = known.missing.map(({ name }) => name)
  return { html: parts.renderer.draw(c, 'data-top', { modules, missing }), status: 200 }
}

/** The page for a path that the model does not have: mistyped, or from another device. */
export function showBadPath(parts: DataParts, asked: AskedWithModel, bad: BadPath) {
  const { c, address } = asked
  const { data } = parts.renderer.textFor(c)
  const options = optionsFor(parts, asked)
  const part = address.path.split('/')[bad.step + 1] ?? address.path
  const nearest = bad.reached ? nameOf(bad.reached) : data.title
  const html = parts.renderer.draw(c, 'data-state', {
    sentence: fill(data.bad.sentence, { part: readable(part).slice(0, 200) }),
    progress: undefined,
    retryHref: undefined,
    link: { name: fill(data.bad.nearest, { name: nearest }), href: hrefTo(bad.reached, options) },
  })
  return showInFrame(parts, asked, {
    title: data.bad.title,
    crumbs: crumbsTo(bad.reached, options),
    tree: treeView(asked.known.model, bad.reached, options),
    path: undefined,
    html,
    status: 404,
  })
}

/** Without script, while the model is being read. */
const RELOAD_SECONDS = 2

/** The page while the model is being read: it refreshes by itself, and reloads when the model is ready. */
export function showReading(
  parts: DataParts,
  { c, session }: Asked,
  { done, total }: Extract<ModelState, { kind: 'reading' }>,
) {
  const { data, problems } = parts.renderer.textFor(c)
  const { pathname, search } = new URL(c.req.url)
  const here = withQuery(`${pathname}${search}`, { view: '' })
  const html = parts.renderer.draw(c, 'data-state', {
    sentence: progressSentence({ done, total }, data),
    progress: { done, total },
    retryHref: withQuery(here, { view: 'reading' }),
    link: { name: problems.retry, href: here },
  })
  if (wantsContentOnly(c)) return parts.renderer.sendFragment(c, html)
  const body = parts.renderer.draw(c, 'fragment-page', { title: data.title, body: html })
  const reload = `${RELOAD_SECONDS}; url=${fromHere(withQuery(here, { view: 'again' }))}`
  return parts.layout.show(c, session, { title: data.title, body, reload })
}

export function progressSentence({ done, total }: { done: number; total: number }, { state }: DataTexts) {
  if (total === 0) return state.readingLibrary
  return fill(state.reading, { done: String(done), total: String(total) })
}

interface Content {
  readonly html?: string
  readonly status?: 200 | 404 | 502 | 504
}

function showPage(
  parts: DataParts,
  asked: AskedWithModel & { readonly place?: Place | undefined },
  { html, status }: Content,
) {
  const { c, known, place, address } = asked
  const options = optionsFor(parts, asked)
  const text = parts.renderer.textFor(c)
  const path = pathOf(place)
  return showInFrame(parts, asked, {
    title: place ? nameOf(place) : text.data.title,
    crumbs: crumbsTo(place, options),
    tree: treeView(known.model, place, options),
    info: place && infoOf(place.node, '', { model: known.model, text }),
    operations: place && operationLinks(place, options),
    sources: place ? sourcesOf(path, asked, text.data.from) : [],
    path: place && path,
    request: place && queryFor(place, address.from),
    hasState: place !== undefined && address.from === undefined && !address.compares && hasState(place.node),
    html,
    status,
  })
}

const nodesWithState = new WeakMap<SchemaNode, boolean>()

/** Whether the device changes something at this node, or below it, by itself. */
function hasState(node: SchemaNode): boolean {
  const known = nodesWithState.get(node)
  if (known !== undefined) return known
  const found = node.use === 'ro' || dataNodes(node).some(hasState)
  nodesWithState.set(node, found)
  return found
}

function nameOf(place: Place): string {
  return `${place.node.name} ${keysText(place)}`.trimEnd()
}

/** The views to choose from: the current state, and the datastores that the device names. */
function sourcesOf(
  path: string,
  { known, address }: AskedWithModel,
  words: Readonly<Record<string, string>>,
) {
  const stores = known.datastores.filter((each) => each !== 'operational')
  if (stores.length === 0) return []
  const source = (name: string, query: string, isChosen: boolean) => ({
    name,
    href: fromHere(`/data${path}${query}`),
    isChosen,
  })
  return [
    source(words.operational ?? '', '', address.from === undefined && !address.compares),
    ...stores.map((store) => source(words[store] ?? store, `?from=${store}`, address.from === store)),
    source(words.compare ?? '', '?from=compare', address.compares),
  ]
}

function readable(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
