import { isArray, isJsonObject, type Json, type JsonObject } from '../../data/json/json.ts'
import { type PathStep, pathText } from '../../data/paths/path-steps.ts'
import type { Work } from '../../yang/work.ts'
import {
  type DataBody,
  type DataField,
  type DataLink,
  type DataSection,
  type DataTable,
  type DataValue,
  emptyBody,
  type PlainData,
} from '../views/data-views.ts'
import { withQuery } from './address.ts'
import type { PageOptions } from './page-options.ts'
import { plainView } from './place-view.ts'
import { isSecretMember } from './secrets.ts'
import { filterWork, STEP, type TableChoice } from './table-view.ts'
import { bareValue } from './value-view.ts'

type Steps = readonly PathStep[]
type Objects = readonly JsonObject[]

const MAX_LEVEL = 3
const MAX_VALUES = 200
const MAX_COLUMNS = 6
const MAX_TEXT = 2_000

/** JSON drawn without a model: objects as containers, arrays of objects as tables. */
export function* plainBody(
  steps: Steps,
  json: Json,
  options: PageOptions,
  choice: TableChoice,
): Work<DataBody> {
  if (isObjects(json)) {
    const entry = choice.entry === undefined ? undefined : json[choice.entry - 1]
    if (entry) return { kind: 'plain', data: plainView(steps.at(-1)?.name ?? '', entry, options) }
    return yield* tableBody(steps, json, options, choice)
  }
  if (isJsonObject(json)) return yield* objectBody(steps, json, options, 2)
  const name = steps.at(-1)?.name ?? ''
  const field = fieldOf(name, steps, json, options)
  return field ? { ...emptyBody, fields: [field] } : { kind: 'plain', data: plainView(name, json, options) }
}

function* objectBody(steps: Steps, json: JsonObject, options: PageOptions, level: number): Work<DataBody> {
  const body = { fields: [] as DataField[], sections: [] as DataSection[], links: [] as DataLink[] }
  const unknown: PlainData[] = []
  const names = Object.keys(json).filter((name) => !name.startsWith('@'))
  const shown = names.filter((name) => options.room.take(itemsOf(json[name] ?? null)))
  for (const member of shown) {
    const value = json[member] ?? null
    const below = stepBelow(steps, member)
    const field = fieldOf(bareName(member), below, value, options)
    if (field) body.fields.push(field)
    else if (!below || !hasMembers(value)) unknown.push(plainView(member, value, options))
    else if (level > MAX_LEVEL || isEmpty(value)) body.links.push(linkTo(below, options))
    else body.sections.push(yield* sectionOf(below, value, options, level))
  }
  return { kind: 'object', ...body, absent: [], unknown, omitted: names.length - shown.length }
}

/** How much room on the page a value takes. A section brings its own heading, and may bring a table. */
function itemsOf(value: Json): number {
  if (isArray(value)) return Math.max(20, Math.min(value.length, MAX_VALUES))
  return isJsonObject(value) ? 20 : 1
}

function linkTo(steps: Steps, options: PageOptions): DataLink {
  return { name: steps.at(-1)?.name ?? '', href: hrefOf(steps, options), hint: '' }
}

const hasMembers = (json: Json): json is JsonObject | Objects => isJsonObject(json) || isObjects(json)

function* sectionOf(steps: Steps, json: Json, options: PageOptions, level: number): Work<DataSection> {
  const name = steps.at(-1)?.name ?? ''
  const href = hrefOf(steps, options)
  const head = { name, href, level: level === 2 ? 2 : 3, info: undefined } as const
  if (isJsonObject(json)) return { ...head, body: yield* objectBody(steps, json, options, level + 1) }
  const body = yield* tableBody(steps, isObjects(json) ? json : [], options, {
    page: 1,
    filter: '',
    perPage: 10,
  })
  const isWhole = body.kind !== 'table' || body.table.total === body.table.rows.length
  return { ...head, body: isWhole ? body : { ...body, moreHref: href } }
}

function* tableBody(steps: Steps, all: Objects, options: PageOptions, choice: TableChoice): Work<DataBody> {
  const wanted = choice.filter.trim().toLowerCase()
  const numbered = all.map((entry, index) => ({ entry, number: index + 1 }))
  const found =
    wanted === '' ? numbered : yield* filterWork(numbered, ({ entry }) => holds(entry, wanted, options))
  const last = Math.max(0, Math.ceil(found.length / choice.perPage) - 1)
  const first = Math.min(choice.page - 1, last) * choice.perPage
  const shown = found.slice(first, first + choice.perPage)
  const entries = shown.map(({ entry }) => entry)
  const columns = columnsOf(entries, options)
  const key = columns[0] === undefined ? undefined : yield* keyAmong(columns[0], all)
  const table: DataTable = {
    columns: columns.map((name) => ({ name: bareName(name), units: undefined, isKey: name === key })),
    rows: shown.map(({ entry, number }) => ({
      href: key
        ? entryHref(steps, entry[key], options)
        : withQuery(hrefOf(steps, options), { entry: String(number) }),
      cells: columns.map((name) =>
        valuesOf(entry[name])
          .slice(0, 3)
          .map((value) => scalarView(name, value, options)),
      ),
    })),
    total: all.length,
    found: found.length,
    first: first + 1,
  }
  return { kind: 'table', table, moreHref: undefined }
}

function holds(entry: JsonObject, wanted: string, { showsSecrets }: PageOptions): boolean {
  return Object.entries(entry).some(
    ([name, value]) =>
      (showsSecrets || !isSecretMember(name, value)) &&
      valuesOf(value).some((each) => String(each).toLowerCase().includes(wanted)),
  )
}

/** Devices write the keys first. */
function columnsOf(entries: Objects, { showsSecrets }: PageOptions): readonly string[] {
  const names = new Set<string>()
  for (const entry of entries) {
    for (const [name, value] of Object.entries(entry).slice(0, 50)) {
      const isShown = showsSecrets || !isSecretMember(name, value)
      if (isShown && !name.startsWith('@') && valuesOf(value).length > 0) names.add(name)
    }
  }
  return [...names].slice(0, MAX_COLUMNS)
}

/** The first column, if its values identify all entries. */
function* keyAmong(name: string, entries: Objects): Work<string | undefined> {
  const values = new Set<Json>()
  for (const entry of entries) {
    const value = entry[name]
    if (value === undefined || typeof value === 'object' || values.has(value)) return undefined
    values.add(value)
    if (values.size % STEP === 0) yield
  }
  return name
}

function entryHref(steps: Steps, key: Json | undefined, options: PageOptions): string | undefined {
  const last = steps.at(-1)
  if (!last || key === undefined || typeof key === 'object') return undefined
  return hrefOf([...steps.slice(0, -1), { ...last, keys: [String(key)] }], options)
}

function fieldOf(
  name: string,
  steps: Steps | undefined,
  json: Json,
  options: PageOptions,
): DataField | undefined {
  const values = valuesOf(json)
  if (values.length === 0) return undefined
  return {
    name,
    href: steps && hrefOf(steps, options),
    values: values.slice(0, MAX_VALUES).map((value) => scalarView(name, value, options)),
    omitted: Math.max(0, values.length - MAX_VALUES),
    info: undefined,
  }
}

type Scalar = string | number | boolean | null

/** A single value, or the values of a leaf-list; empty for anything else. RFC 7951 writes a leaf of type empty as `[null]`. */
function valuesOf(json: Json | undefined): readonly Scalar[] {
  if (json === undefined || isJsonObject(json)) return []
  if (!isArray(json)) return [json]
  const scalars = json.filter((each): each is Scalar => each === null || typeof each !== 'object')
  return scalars.length === json.length ? scalars : []
}

function scalarView(name: string, json: Scalar, { language, showsSecrets, room }: PageOptions): DataValue {
  const words = language.text.data.values
  if (!showsSecrets && isSecretMember(name, json)) return { ...bareValue, kind: 'secret', text: '' }
  if (json === null) return { ...bareValue, kind: 'text', text: words.set }
  if (typeof json === 'boolean')
    return { ...bareValue, kind: 'text', text: json ? words.yes : words.no, exact: String(json) }
  if (json === '') return { ...bareValue, kind: 'nothing', text: words.empty }
  return {
    ...bareValue,
    kind: typeof json === 'number' ? 'number' : 'text',
    text: room.cut(String(json), MAX_TEXT),
  }
}

function isObjects(json: Json): json is Objects {
  return isArray(json) && json.length > 0 && json.every(isJsonObject)
}

function isEmpty(json: JsonObject | Objects): boolean {
  return Object.keys(json).length === 0
}

const memberShape = /^(?:([a-z_][\w.-]*):)?([a-z_][\w.-]*)$/i

/** Undefined for a member whose name cannot be part of a path. */
function stepBelow(steps: Steps, member: string): Steps | undefined {
  const [, module = steps.at(-1)?.module, name] = memberShape.exec(member) ?? []
  return name && module ? [...steps, { module, name, keys: undefined }] : undefined
}

const bareName = (member: string) => member.slice(member.indexOf(':') + 1)

function hrefOf(steps: Steps, { query }: PageOptions): string {
  return `/data${pathText(steps)}${query}`
}
