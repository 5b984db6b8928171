import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { FileProblem, inWords, requireTrusted } from '../files.ts'
import { type Assets, loadAssets } from '../web/assets.ts'
import { diskFolder, readText } from '../web/files.ts'
import { loadViews, type Render, templates } from '../web/views/render.ts'
import { tryViews } from '../web/views/samples.ts'
import { wrongSetting } from './settings.ts'

/** What the pages look like. */
export interface Theme {
  readonly render: Render
  readonly assets: Assets
  /** A vendor's words before login; empty for none. */
  readonly banner: string
  /** False when templates of a vendor replace some of ours. */
  readonly isOurs: boolean
}

/** A vendor's theme, looked through before anybody sees it. */
export function loadTheme(folder: string): Theme {
  try {
    if (!requireTrusted(folder).isDirectory())
      throw new FileProblem(`${folder} is a file; a theme is a folder`)
    const names = readdirSync(folder).filter((name) => !name.startsWith('.'))
    for (const name of names) requireThemeFile(folder, name)
    const render = loadViews({ theme: folder })
    tryViews(render)
    const banner = names.includes('banner.txt') ? readText(diskFolder(folder), 'banner.txt').trim() : ''
    const isOurs = !names.some((name) => name.endsWith('.html'))
    return { render, assets: loadAssets({ theme: folder }), banner, isOurs }
  } catch (error) {
    throw wrongSetting('theme', inWords(folder, error))
  }
}

const themeFiles = ['theme.css', 'logo.svg', 'favicon.ico', 'banner.txt', 'README.md', 'LICENSE']

/** A name that means nothing here is most likely a slip of the pen; and a template is code. */
function requireThemeFile(folder: string, name: string): void {
  const isTemplate = templates.some((template) => name === `${template}.html`)
  if (!isTemplate && !themeFiles.includes(name)) {
    throw new FileProblem(
      `${join(folder, name)} is no file of a theme; it may have ${themeFiles.join(', ')} and the templates ${templates.join(', ')}`,
    )
  }
  requireTrusted(join(folder, name))
}
