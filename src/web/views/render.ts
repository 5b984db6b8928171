import { Eta } from 'eta/core'
import { compiledViews } from '../embedded.ts'
import { diskFolder, type Folder, overlay, ownViews, readText } from '../files.ts'
import type { ViewData } from './view-data.ts'

/** Draws a view as HTML. Throws when its template asks for something the data does not have. */
export type Render = <Name extends keyof ViewData>(name: Name, data: ViewData[Name]) => string

interface ViewFolders {
  readonly own?: string
  readonly theme?: string
  /** If true, errors name file and line, which makes every drawing slower. */
  readonly isTraced?: boolean
}

/** A template that does not compile, or that cannot be drawn. */
export class TemplateFault extends Error {
  override name = 'TemplateFault'
  readonly template: string

  constructor(template: string, what: string, cause: unknown) {
    super(`The template ${template}.html ${what}: ${reasonOf(cause)}`, { cause })
    this.template = template
  }
}

/** A theme's templates before our own. A theme's template that does not compile stops the start. */
export function loadViews(folders: ViewFolders = {}): Render {
  const own = folders.own === undefined ? ownViews : diskFolder(folders.own)
  const theme = folders.theme === undefined ? undefined : diskFolder(folders.theme)
  const eta = engineFor(overlay(theme, own), folders)
  // Our own templates are covered by tests, so they are compiled by the build or when they are first drawn.
  if (theme || folders.own !== undefined) compileAll(eta)
  else eta.templatesSync.load(compiledViews)

  return (name, data) => {
    try {
      return eta.render(name, onlyKnown(data))
    } catch (error) {
      throw new TemplateFault(name, 'failed', error)
    }
  }
}

/** Text as a template prints it. Eta's own function takes fifty times as long for a text that is all markup. */
export function inHtml(text: string): string {
  return Bun.escapeHTML(text).replaceAll('&#x27;', '&#39;')
}

/** Every template: the views, and after them the parts they include. */
export const templates = [
  ...['login', 'message', 'layout', 'page', 'sessions', 'about', 'fragment-page'],
  ...['device-name', 'overview-facts', 'interface-table'],
  ...['interface-facts', 'interface-neighbours', 'fragment-problem'],
  ...['data-page', 'data-place', 'data-compare', 'data-top', 'data-operation', 'data-state'],
  ...['data-search-page', 'data-results', 'data-search'],
  ...['data-tree', 'data-info', 'data-value', 'data-body', 'data-operations'],
  ...['head', 'topbar', 'menu', 'icon', 'link-state', 'fact', 'gauge', 'preferences'],
]

/** The template engine as our templates need it; templates that they include come from the same folder. */
export function engineFor(folder: Folder, { isTraced = false }: { isTraced?: boolean } = {}): Eta {
  const eta = new Eta({
    debug: isTraced,
    autoFilter: true,
    filterFunction: onlyText,
    escapeFunction: (text) => inHtml(String(text)),
    cache: true,
    plugins: isTraced ? [{ processFnString: endTracingLines }] : [],
  })
  eta.resolvePath = (name) => name
  eta.readFile = (name) => withoutIndents(readText(folder, `${name}.html`))
  return eta
}

/** Eta's tracing lines have no semicolon, so a tag that begins with a bracket would continue them. */
function endTracingLines(code: string): string {
  return code.replace(/^__eta\.line=\d+$/gm, '$&;')
}

/** Removes indentation, which only helps readers of the template and is a twentieth of a page's size. */
function withoutIndents(template: string): string {
  return /<(?:pre|textarea)\b/.test(template) ? template : template.replace(/^[ \t]+/gm, '')
}

function compileAll(eta: Eta): void {
  for (const name of templates) {
    const source = eta.readFile?.(name) ?? ''
    try {
      eta.loadTemplate(name, source)
    } catch (error) {
      throw new TemplateFault(name, 'does not compile', error)
    }
  }
}

/** The first line of the message: below it Eta draws where in the source it happened. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.split('\n')[0] ?? ''
}

/** The data as a template sees it: asking for a name that does not exist throws. */
function onlyKnown<Data extends object>(data: Data): Data {
  return Object.assign(Object.create(unknownNames), data)
}

/** The prototype of the data: reached only for a name that the data does not have. */
const unknownNames = new Proxy(Object.create(null), {
  get(_, key) {
    throw new TypeError(`The template asks for it.${String(key)}, which this view does not have.`)
  },
})

/** A template may print text and numbers. Never "undefined", "null" or "[object Object]". */
function onlyText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  throw new TypeError(`The template prints a value that is ${value === null ? 'null' : typeof value}.`)
}
