import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FileProblem, inWords, requireFolder, requireTrusted } from '../files.ts'
import { type Assets, loadAssets } from '../web/assets.ts'
import { diskFolder, ownViews, readText } from '../web/files.ts'
import { loadViews, type Render, TemplateFault, templates } from '../web/views/render.ts'
import { closest } from './closest.ts'
import { wrongSetting } from './settings.ts'
import { lineOf } from './template-line.ts'
import { faultIn, isPicture, type ThemeNames, themeNames } from './theme-rules.ts'
import { tryViews } from './try-views.ts'

/** How the pages look. */
export interface Theme {
  readonly render: Render
  readonly assets: Assets
  /** A vendor's words before login; empty for none. */
  readonly banner: string
  readonly names: ThemeNames
  /** False when templates of a vendor replace some of ours. */
  readonly isOurs: boolean
}

/** A vendor's theme, checked before it is used. It is read only at the start. */
export function loadTheme(folder: string): Theme {
  try {
    requireFolder(folder, 'a theme is a folder')
    requireTrusted(folder)
    const names = namesIn(folder)
    for (const name of names) requireThemeFile(folder, name, names)
    tryTemplates(folder, names)
    const file = (name: string) => (names.includes(name) ? readText(diskFolder(folder), name) : undefined)
    const isOurs = !names.some((name) => name.endsWith('.html'))
    const images = names.filter((name) => name.startsWith(IMAGES))
    return {
      render: loadViews({ theme: folder }),
      assets: loadAssets({ theme: folder, images }),
      banner: file('banner.txt')?.trim() ?? '',
      names: themeNames.parse(JSON.parse(file('theme.json') ?? '{}')),
      isOurs,
    }
  } catch (error) {
    const { message, cause } = inWords(folder, error)
    throw wrongSetting('theme', new Error(withPath(folder, message), { cause }))
  }
}

/** A message may begin with the name of a file in the folder. */
function withPath(folder: string, message: string): string {
  const said = message.replace(`${folder}: `, '')
  if (/^[\w-]+\.\w+(:|, line )/.test(said)) return join(folder, said)
  return said.includes(folder) ? said : `${folder}: ${said}`
}

/** Draws every page once, so that a mistake in a template stops the start, and not a login. */
function tryTemplates(folder: string, names: readonly string[]): void {
  try {
    tryViews(loadViews({ theme: folder, isTraced: true }))
  } catch (error) {
    if (!(error instanceof TemplateFault)) throw error
    const file = `${error.template}.html`
    const source = readText(names.includes(file) ? diskFolder(folder) : ownViews, file)
    const { template, line, what } = lineOf(error, source)
    const hint = what.includes('does not have')
      ? ` portico theme ${template}.html data lists what it has`
      : ''
    throw new FileProblem(`${join(folder, template)}.html, line ${line}: ${what}${hint}`, { cause: error })
  }
}

const themeFiles = [
  ...['theme.css', 'theme.json', 'logo.svg', 'favicon.ico', 'banner.txt', 'README.md', 'LICENSE'],
]
const nearNames = [...themeFiles, ...templates.map((template) => `${template}.html`)]
const IMAGES = 'images/'
const MAX_IMAGES = 50

function namesIn(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => !name.startsWith('.'))
  if (!names.includes('images')) return names
  requireTrusted(join(folder, 'images'))
  const images = readdirSync(join(folder, 'images')).filter((name) => !name.startsWith('.'))
  if (images.length > MAX_IMAGES)
    throw new FileProblem(`${join(folder, 'images')} holds more than ${MAX_IMAGES} files`)
  return [...names.filter((name) => name !== 'images'), ...images.map((name) => `${IMAGES}${name}`)]
}

/** An unknown name is most likely mistyped. Templates are code, so only trusted users may be able to change them. */
function requireThemeFile(folder: string, name: string, names: readonly string[]): void {
  const path = join(folder, name)
  if (!isThemeFile(name)) {
    const meant = isPicture(name) ? undefined : closest(name.toLowerCase(), nearNames)
    if (meant !== undefined) throw new FileProblem(`${path} is not a file of a theme; did you mean ${meant}?`)
    throw new FileProblem(
      `${path} is not a file of a theme; a theme may have ${themeFiles.join(', ')}, a folder images with .svg, .png, .jpg and .webp files, and the templates ${templates.join(', ')}`,
    )
  }
  requireTrusted(path)
  const fault = faultIn(name, readFileSync(path), names)
  if (fault) throw new FileProblem(`${path}, line ${fault.line}: ${fault.what}`)
}

function isThemeFile(name: string): boolean {
  if (name.startsWith(IMAGES)) return /^images\/[\w-]+\.(svg|png|jpe?g|webp)$/.test(name)
  return themeFiles.includes(name) || templates.some((template) => name === `${template}.html`)
}
