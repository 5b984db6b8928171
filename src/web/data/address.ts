import type { Context } from 'hono'
import type { Datastore } from '../../device/device.ts'
import type { Scope } from '../scope.ts'

/** What the address of a page of data asks for. */
export interface Address {
  /** As RESTCONF writes it, with its slash; empty for the top. */
  readonly path: string
  /** Undefined: configuration and state together, as they are now. */
  readonly from: Datastore | undefined
  /** The datastores beside each other. */
  readonly compares: boolean
  readonly page: number
  readonly filter: string
  /** The entry of a list that has no keys to name it by: its number, from 1. */
  readonly entry: number | undefined
  readonly showsSecrets: boolean
  /** How often the page refreshes its content. */
  readonly refreshSeconds: number | undefined
}

export const refreshChoices: readonly number[] = [5, 10, 30, 60]

const MAX_FILTER = 200
const datastores: readonly Datastore[] = ['running', 'startup', 'operational']

/** Hono decodes its path, and a key may hold an encoded slash: so the address is read as it was sent. */
export function readAddress(c: Context<Scope>): Address {
  const { pathname, searchParams } = new URL(c.req.url)
  const wanted = searchParams.get('from')
  return {
    path: pathname.slice('/data'.length).replace(/\/$/, ''),
    from: datastores.find((datastore) => datastore === wanted),
    compares: wanted === 'compare',
    page: countIn(searchParams.get('page')) ?? 1,
    entry: countIn(searchParams.get('entry')),
    filter: (searchParams.get('filter') ?? '').slice(0, MAX_FILTER),
    showsSecrets: searchParams.get('secrets') === 'shown',
    refreshSeconds: refreshChoices.find((seconds) => String(seconds) === searchParams.get('fresh')),
  }
}

/** From 1. */
function countIn(text: string | null): number | undefined {
  const count = Math.trunc(Number(text))
  return count >= 1 ? count : undefined
}

/** The query that every link of the page keeps: which datastore is shown. */
export function queryOf({ from, compares }: Pick<Address, 'from' | 'compares'>): string {
  if (compares) return '?from=compare'
  return from === undefined ? '' : `?from=${from}`
}

/** The same place with other parameters; an empty one is left out. */
export function withQuery(href: string, parameters: Readonly<Record<string, string>>): string {
  const [path = '', query = ''] = href.split('?')
  const all = new URLSearchParams(query)
  for (const [name, value] of Object.entries(parameters)) {
    if (value === '') all.delete(name)
    else all.set(name, value)
  }
  const text = all.toString()
  return text === '' ? path : `${path}?${text}`
}

/** A link to the page it stands on, without the page's path: a page has many of them. */
export function fromHere(href: string): string {
  const query = href.indexOf('?')
  return query < 0 ? href : href.slice(query)
}

/** The address of this page with its secrets shown. */
export function secretsHref(c: Context<Scope>): string {
  const { pathname, search } = new URL(c.req.url)
  return withQuery(`${pathname}${search}`, { view: '', secrets: 'shown' })
}

export function wantsJson(c: Context<Scope>): boolean {
  const accept = c.req.header('accept') ?? ''
  const isNamed = /application\/(?:yang-data\+)?json\b/.test(accept) && !accept.includes('text/html')
  return isNamed || c.req.query('view') === 'json'
}
