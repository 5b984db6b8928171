import type { Frame } from './frame.ts'

/** What the pages of the device's data are drawn from. */

/** A value as people read it, and what is known about it. */
export interface DataValue {
  readonly kind: 'text' | 'number' | 'moment' | 'code' | 'link' | 'secret' | 'misfit' | 'nothing'
  /** In the reader's language; empty for a secret that was not asked for. */
  readonly text: string
  /** The value as the device sent it, where that differs from the text. */
  readonly exact: string | undefined
  readonly units: string | undefined
  /** The page that the value leads to: the target of a leafref or an instance-identifier. */
  readonly href: string | undefined
  /** The model's description of this value, if it is an enum, a bit or an identity. */
  readonly meaning: string | undefined
  readonly isDefault: boolean
}

/** What the model says about a node. */
export interface NodeInfo {
  /** The start of the description. */
  readonly summary: string | undefined
  readonly description: string | undefined
  /** Type, range, length, pattern, status and so on, each a sentence or a few words. */
  readonly facts: readonly string[]
  /** By which the page knows it again when the content is drawn anew; empty where it never is. */
  readonly path: string
}

/** A leaf or leaf-list, with its values. */
export interface DataField {
  readonly name: string
  /** Undefined for what has no page of its own. */
  readonly href: string | undefined
  readonly values: readonly DataValue[]
  /** How many more values there are. */
  readonly omitted: number
  readonly info: NodeInfo | undefined
}

/** Something below a place that has a page of its own. */
export interface DataLink {
  readonly name: string
  readonly href: string | undefined
  /** A few words, such as the number of entries; may be empty. */
  readonly hint: string
}

/** An operation or a notification: it is named where it belongs, apart from the data. */
export interface OperationLink extends DataLink {
  readonly kind: string
}

export interface DataColumn {
  readonly name: string
  readonly units: string | undefined
  readonly isKey: boolean
}

export interface DataRow {
  readonly href: string | undefined
  readonly cells: readonly (readonly DataValue[])[]
  /** In a comparison, which cells differ from the ones before them. */
  readonly differs?: readonly boolean[]
}

export interface DataTable {
  readonly columns: readonly DataColumn[]
  readonly rows: readonly DataRow[]
  /** The number of entries in all, and of those that match the filter. */
  readonly total: number
  readonly found: number
  /** The number of the first row, from 1. */
  readonly first: number
}

/** A container or list that is shown on the page of the place above it. */
export interface DataSection {
  readonly name: string
  readonly href: string | undefined
  readonly level: 2 | 3
  readonly info: NodeInfo | undefined
  readonly body: DataBody
}

/** JSON that no model describes. */
export interface PlainData {
  readonly name: string
  readonly json: string
}

export type DataBody =
  | {
      readonly kind: 'object'
      readonly fields: readonly DataField[]
      readonly sections: readonly DataSection[]
      readonly links: readonly DataLink[]
      /** What the model knows here and the device did not send. */
      readonly absent: readonly DataLink[]
      readonly unknown: readonly PlainData[]
      /** How many of these the page has no room for. */
      readonly omitted: number
    }
  | { readonly kind: 'table'; readonly table: DataTable; readonly moreHref: string | undefined }
  | { readonly kind: 'plain'; readonly data: PlainData }

/** An object without anything in it. */
export const emptyBody = {
  kind: 'object',
  fields: [],
  sections: [],
  links: [],
  absent: [],
  unknown: [],
  omitted: 0,
} as const satisfies DataBody

/** One line of the tree; open nodes have children. */
export interface TreeItem {
  readonly name: string
  readonly href: string
  readonly isHere: boolean
  readonly isList: boolean
  readonly children: readonly TreeItem[]
}

export interface Crumb {
  readonly name: string
  readonly href: string
}

/** The frame of a data page. It needs the model, and no call to the device. */
export interface DataPageView extends Frame {
  readonly title: string
  readonly crumbs: readonly Crumb[]
  readonly tree: readonly TreeItem[]
  readonly info: NodeInfo | undefined
  readonly operations: readonly OperationLink[]
  /** The address that the content is loaded from. */
  readonly contentHref: string
  /** The content, if the whole page was requested; trusted HTML, made by another view. */
  readonly body: string | undefined
  /** Said above the content. */
  readonly note: string | undefined
  /** How often the page refreshes its content. */
  readonly refreshSeconds: number | undefined
  /** 0 for never. */
  readonly refreshChoices: readonly {
    readonly seconds: number
    readonly href: string
    readonly isChosen: boolean
  }[]
  readonly sources: readonly (Crumb & { readonly isChosen: boolean })[]
  readonly jsonHref: string
  /** Whether the JSON leaves secrets out. */
  readonly hidesSecrets: boolean
  readonly curl: string
  readonly path: string
}

/** What is at a place. */
export interface DataPlaceView extends Frame {
  readonly body: DataBody
  readonly filter: string
  readonly page: number
  readonly pages: number
  /** The page's own address without filter and page. */
  readonly href: string
  readonly query: readonly (readonly [string, string])[]
  /** Modules without a text, if something on the page may belong to them. */
  readonly missing: readonly string[]
  readonly secretsHref: string | undefined
}

/** What differs between the datastores at a place. */
export interface DataCompareView extends Frame {
  readonly body: DataBody
  readonly sentence: string
  /** What could not be read. */
  readonly notes: readonly string[]
  readonly secretsHref: string | undefined
}

/** The top of the data, by module. */
export interface DataTopView extends Frame {
  readonly modules: readonly {
    readonly name: string
    readonly description: string | undefined
    readonly links: readonly DataLink[]
    readonly operations: readonly OperationLink[]
  }[]
  /** Modules whose text could not be read. */
  readonly missing: readonly string[]
}

/** Why there is no data to see, and what can be done. */
export interface DataStateView extends Frame {
  readonly sentence: string
  readonly progress: { readonly done: number; readonly total: number } | undefined
  /** The address from which the page refreshes itself. */
  readonly retryHref: string | undefined
  readonly link: Crumb | undefined
}

/** What the model says of an operation or a notification. */
export interface DataOperationView extends Frame {
  readonly sentence: string
  /** Its input and its output, or what a notification tells. */
  readonly parts: readonly { readonly title: string; readonly fields: readonly OperationField[] }[]
}

export interface OperationField {
  /** With the names above it, for what lies deeper. */
  readonly name: string
  readonly type: string
  readonly mark: string | undefined
  readonly info: NodeInfo
}

/** What a search found; each leads to its page. */
export interface DataSearchView extends Frame {
  readonly query: string
  readonly hits: readonly SearchHit[]
  readonly hasMore: boolean
  /** Why the search finds only entries seen before; undefined when there is a model to search. */
  readonly state: Omit<DataStateView, keyof Frame> | undefined
}

export interface SearchHit {
  readonly name: string
  readonly href: string
  /** Set for an operation or a notification only. */
  readonly kind: string | undefined
  /** Its path for people, without module names. */
  readonly path: string
  /** The first sentence of its description. */
  readonly about: string
}
