import { Eta } from 'eta/core'
import { compiledViews } from '../assets/embedded.ts'
import { diskFolder, type Folder, overlay, ownViews, readText } from '../assets/folder.ts'
import { onlyKnown, onlyText } from './strict.ts'
import type { ViewData } from './view-data.ts'

export type * from './fragment-problem.ts'
export type * from './frame.ts'
export type * from './idle-choice.ts'
export type * from './interface-table.ts'
export type * from './menu.ts'
export type * from './overview-facts.ts'
export type * from './session-row.ts'
export type * from './view-data.ts'

/** Draws a view as HTML. Throws when its template asks for something the data does not have. */
export type Render = <Name extends keyof ViewData>(name: Name, data: ViewData[Name]) => string

/** A theme's templates before our own. One of somebody else's that does not compile stops the start. */
export function loadViews(folders: { own?: string; theme?: string } = {}): Render {
  const own = folders.own === undefined ? ownViews : diskFolder(folders.own)
  const theme = folders.theme === undefined ? undefined : diskFolder(folders.theme)
  const eta = engineFor(overlay(theme, own))
  // Ours alone have all been tried by our tests: they come compiled, or are when they are first drawn.
  if (theme || folders.own !== undefined) compileAll(eta)
  else eta.templatesSync.load(compiledViews)

  return (name, data) => {
    try {
      return eta.render(name, onlyKnown(data))
    } catch (error) {
      throw new Error(`The template ${name}.html failed: ${reasonOf(error)}`, { cause: error })
    }
  }
}

/** Text as a template prints it. */
export const inHtml: (text: string) => string = new Eta().config.escapeFunction

/** Every template there is: the views, and after them the parts they include. */
export const templates = [
  ...['login', 'message', 'layout', 'overview', 'interfaces', 'sessions', 'about', 'fragment-page'],
  ...['device-name', 'overview-facts', 'interface-table', 'fragment-problem'],
  ...['head', 'topbar', 'menu', 'fragment-places', 'icon', 'fact', 'gauge', 'link-state', 'language-choice'],
  'theme-choice',
  'idle-choice',
  'idle-dialog',
]

/** The template engine as our templates need it; templates that they include come from the same folder. */
export function engineFor(folder: Folder): Eta {
  const eta = new Eta({ autoFilter: true, filterFunction: onlyText, cache: true })
  eta.resolvePath = (name) => name
  eta.readFile = (name) => readText(folder, `${name}.html`)
  return eta
}

function compileAll(eta: Eta): void {
  for (const name of templates) {
    const source = eta.readFile?.(name) ?? ''
    try {
      eta.loadTemplate(name, source)
    } catch (error) {
      throw new Error(`The template ${name}.html does not compile: ${reasonOf(error)}`, { cause: error })
    }
  }
}

/** Its first line: after that the template engine draws where in the source it happened. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.split('\n')[0] ?? ''
}
