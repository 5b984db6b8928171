import {
  type DataBody,
  type DataLink,
  type DataPageView,
  type DataValue,
  emptyBody,
  type NodeInfo,
  type OperationLink,
} from './data-views.ts'
import type { Frame } from './frame.ts'

const info = (say: string): NodeInfo => ({ summary: say, description: say, facts: [say], path: say })

export const dataLink = (say: string): DataLink => ({ name: say, href: say, hint: say })

export const operationLink = (say: string): OperationLink => ({ ...dataLink(say), kind: say })

const value = (say: string, kind: DataValue['kind']): DataValue => ({
  kind,
  text: say,
  exact: say,
  units: say,
  href: kind === 'link' ? say : undefined,
  meaning: say,
  isDefault: true,
})

const kinds = ['text', 'number', 'moment', 'code', 'link', 'secret', 'misfit', 'nothing'] as const

const valuesOf = (say: string) => kinds.map((kind) => value(say, kind))

export function dataTable(say: string): Extract<DataBody, { kind: 'table' }> {
  const table = {
    columns: [
      { name: say, units: undefined, isKey: true },
      { name: say, units: say, isKey: false },
    ],
    rows: [{ href: say, cells: [[value(say, 'text')], valuesOf(say)] }],
    total: 2,
    found: 1,
    first: 1,
  }
  return { kind: 'table', table, moreHref: say }
}

/** Every kind of content that a place can have. */
export function dataBody(say: string): DataBody {
  const section = { name: say, href: say, info: info(say) }
  return {
    kind: 'object',
    fields: [{ name: say, href: say, values: valuesOf(say), omitted: 3, info: info(say) }],
    sections: [
      { ...section, level: 2, body: dataTable(say) },
      { ...section, level: 3, body: emptyBody },
      { ...section, level: 3, body: { kind: 'plain', data: { name: say, json: say } } },
    ],
    links: [dataLink(say)],
    absent: [dataLink(say)],
    omitted: 3,
    unknown: [{ name: say, json: say }],
  }
}

export function samplePage(say: string): Omit<DataPageView, keyof Frame> {
  const leaf = { name: say, href: say, isHere: true, isList: true, children: [] }
  return {
    title: say,
    crumbs: [{ name: say, href: say }],
    tree: [{ ...leaf, isHere: false, children: [leaf] }],
    info: info(say),
    operations: [operationLink(say)],
    contentHref: say,
    body: undefined,
    note: say,
    refreshSeconds: 10,
    refreshChoices: [
      { seconds: 0, href: say, isChosen: false },
      { seconds: 10, href: say, isChosen: true },
    ],
    hidesSecrets: true,
    sources: [{ name: say, href: say, isChosen: true }],
    jsonHref: say,
    curl: say,
    path: say,
  }
}

/** One part with something in it, and one without. */
export const dataOperation = (say: string) => ({
  sentence: say,
  parts: [
    { title: say, fields: [{ name: say, type: say, mark: say, info: info(say) }] },
    { title: say, fields: [] },
  ],
})

export const search = (say: string) => ({
  query: say,
  hits: [{ name: say, href: say, kind: say, path: say, about: say }],
  hasMore: true,
  state: dataState(say),
})

export const dataState = (say: string) => ({
  sentence: say,
  progress: { done: 1, total: 2 },
  retryHref: say,
  link: { name: say, href: say },
})
