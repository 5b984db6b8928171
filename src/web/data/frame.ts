import type { DataQuery } from '../../device/device.ts'
import type { Crumb, NodeInfo, OperationLink, TreeItem } from '../views/data-views.ts'
import { type Address, fromHere, queryOf, refreshChoices, withQuery } from './address.ts'
import type { Asked, DataParts } from './asked.ts'

type DataRequest = Pick<DataQuery, 'resource' | 'fields'>

/** A data page, as far as it is known without asking the device. */
export interface FrameContent {
  readonly title: string
  /** Below the top. */
  readonly crumbs: readonly Crumb[]
  readonly tree: readonly TreeItem[]
  readonly info?: NodeInfo | undefined
  readonly operations?: readonly OperationLink[] | undefined
  readonly sources?: readonly (Crumb & { readonly isChosen: boolean })[]
  /** As RESTCONF writes it; undefined for a page that does not show a place. */
  readonly path: string | undefined
  /** What the curl command requests; by default the path. */
  readonly request?: DataRequest | undefined
  /** True when the data may change by itself. */
  readonly hasState?: boolean
  /** Said above the content. */
  readonly note?: string | undefined
  /** Trusted HTML, made by a view. Without it, the page loads its content afterwards. */
  readonly html?: string | undefined
  readonly status?: 200 | 404 | 502 | 504 | undefined
}

/** The page around what is at a place. */
export function showInFrame(parts: DataParts, { c, session, address }: Asked, content: FrameContent) {
  const { renderer, layout } = parts
  const { html, status, path = '' } = content
  const { title, crumbs } = withEntry(content, address)
  const { data } = renderer.textFor(c)
  const { pathname, search } = new URL(c.req.url)
  const here = `${pathname}${search}`
  const query = queryOf(address)
  const secrets = address.showsSecrets ? { secrets: 'shown' } : {}
  const body = renderer.draw(c, 'data-page', {
    title,
    crumbs: [{ name: data.title, href: `/data${query}` }, ...crumbs],
    tree: content.tree,
    info: content.info,
    operations: content.operations ?? [],
    note: content.note,
    contentHref: here,
    body: html,
    refreshSeconds: address.refreshSeconds,
    refreshChoices: content.hasState ? refreshLinks(here, address) : [],
    sources: content.sources ?? [],
    jsonHref: fromHere(withQuery(`/data${path}${query}`, { view: 'json', ...secrets })),
    hidesSecrets: !address.showsSecrets,
    curl: curlFor(content.request ?? { resource: path.slice(1) }, session.username, address),
    path,
  })
  return layout.show(c, session, {
    title,
    body,
    ...(status && { status }),
    reload: reloadOf(here, address, content),
  })
}

/** An entry without keys has the list's path, and a number behind it. */
function withEntry({ title, crumbs }: FrameContent, { entry }: Address) {
  const list = crumbs.at(-1)
  if (entry === undefined || !list) return { title, crumbs }
  const href = withQuery(list.href, { entry: String(entry) })
  return { title: `${title} ${entry}`, crumbs: [...crumbs, { name: String(entry), href }] }
}

/** A browser without script goes on to the page with its content; there, one that is kept fresh loads it again. */
function reloadOf(
  here: string,
  { refreshSeconds }: Address,
  { html, hasState }: FrameContent,
): string | undefined {
  if (html === undefined) return `0; url=${fromHere(withQuery(here, { view: 'whole' }))}`
  if (!hasState || refreshSeconds === undefined) return undefined
  return `${refreshSeconds}; url=${fromHere(withQuery(here, { view: 'again' }))}`
}

function refreshLinks(here: string, { refreshSeconds }: Address) {
  return [undefined, ...refreshChoices].map((seconds) => ({
    seconds: seconds ?? 0,
    href: fromHere(withQuery(here, { view: '', fresh: seconds === undefined ? '' : String(seconds) })),
    isChosen: seconds === refreshSeconds,
  }))
}

/** Quoted for a shell: names of devices and users must not become part of the command. */
function curlFor({ resource, fields }: DataRequest, username: string, { from }: Address): string {
  const root = from === undefined ? '/restconf/data' : `/restconf/ds/ietf-datastores:${from}`
  const path = resource === '' ? '' : `/${resource.replaceAll("'", '%27')}`
  const query = fields === undefined ? '' : `?fields=${fields}`
  const name = username.replaceAll("'", `'\\''`)
  return `curl -u '${name}' -H 'Accept: application/yang-data+json' 'https://DEVICE${root}${path}${query}'`
}
