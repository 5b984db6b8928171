import { type Asset, makeAsset, type Source } from './assets/asset.ts'
import {
  diskFolder,
  type Folder,
  htmx,
  lucide,
  overlay,
  ownPublic,
  readBytes,
  readText,
} from './assets/folder.ts'
import { buildSprite } from './assets/icons.ts'
import { ownScripts, scriptNames } from './assets/scripts.ts'

export interface Assets {
  /** The address of an asset by its plain name; a name that is none of ours throws. */
  url(name: string): string
  /** The answer for an asset's address; undefined for every other address. */
  respond(path: string, headers: Headers): Response | undefined
}

/** Reads every asset once. A theme adds its `theme.css` to our style and may bring its own `logo.svg`. */
export function loadAssets(folders: { own?: string; theme?: string } = {}): Assets {
  const own = folders.own === undefined ? ownPublic : diskFolder(folders.own)
  const theme = folders.theme === undefined ? undefined : diskFolder(folders.theme)
  const assets = readSources(own, theme).map(makeAsset)

  const addresses = new Map(assets.map((asset) => [asset.name, asset.path]))
  const byPath = new Map<string, Asset>(assets.map((asset) => [asset.path, asset]))

  return {
    url(name) {
      const path = addresses.get(name)
      if (path === undefined) throw new TypeError(`There is no asset called ${name}.`)
      return path
    },
    respond: (path, headers) => byPath.get(path)?.respond(headers),
  }
}

/** Every asset as it is read, before it is hashed and compressed. */
export function readSources(own: Folder, theme: Folder | undefined): Source[] {
  const branded = overlay(theme, own)
  return [
    { name: 'style.css', text: readStyle(own, theme) },
    ...scriptNames.map((name) => ({ name, text: readText(ownScripts, name) })),
    { name: 'htmx.js', text: readText(htmx, 'htmx.min.js') },
    { name: 'icons.svg', text: buildSprite((name) => readText(lucide, `${name}.svg`)) },
    { name: 'logo.svg', text: readText(branded, 'logo.svg') },
    { name: 'favicon.ico', bytes: readBytes(branded, 'favicon.ico') },
  ]
}

/** One file of rules, a theme's last: they win, and cost no further request. */
function readStyle(own: Folder, theme: Folder | undefined): string {
  const rules = styleSheets.map((name) => readText(own, `style/${name}.css`))
  if (theme?.('theme.css')) rules.push(readText(theme, 'theme.css'))
  return rules.join('\n')
}

const styleSheets = [
  ...['colours', 'base', 'controls', 'alone'],
  ...['shell', 'topbar', 'menu', 'dialog'],
  ...['fragments', 'overview', 'gauges', 'tables', 'interfaces', 'print'],
]
