import { createHash } from 'node:crypto'
import { shortcutIcons } from '../features/shortcut-icons.ts'
import { compress, type Encoding, pickEncoding } from './encoding.ts'
import {
  diskFolder,
  type Folder,
  htmx,
  lucide,
  overlay,
  ownPublic,
  ownScripts,
  precompressed,
  readBytes,
  readText,
  scriptNames,
} from './files.ts'

export interface Assets {
  /** The address of an asset by its plain name; throws for a name that does not exist. */
  url(name: string): string
  /** The answer for an asset's address; undefined for every other address. */
  respond(path: string, headers: Headers): Response | undefined
}

interface AssetFolders {
  readonly own?: string
  readonly theme?: string
  /** Pictures of the theme, as `images/NAME`. */
  readonly images?: readonly string[]
}

/** Reads every asset once. A theme appends its `theme.css` to our style and may replace `logo.svg`. */
export function loadAssets(folders: AssetFolders = {}): Assets {
  const own = folders.own === undefined ? ownPublic : diskFolder(folders.own)
  const theme = folders.theme === undefined ? undefined : diskFolder(folders.theme)
  const pictures = (folders.images ?? []).map((name) => makeAsset(readPicture(theme, name)))
  const assets = [...readSources(own, theme, pictures).map(makeAsset), ...pictures]

  const addresses = new Map(assets.map((asset) => [asset.name, asset.path]))
  const byPath = new Map(assets.map((asset) => [asset.path, asset]))
  return {
    url(name) {
      const path = addresses.get(name)
      if (path === undefined) throw new TypeError(`There is no asset called ${name}.`)
      return path
    },
    respond: (path, headers) => byPath.get(path)?.respond(headers),
  }
}

/** A file for the browser, as it was read. Text is compressed, bytes go as they are. */
export type Source =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }

/** Every asset as it is read, before it is hashed and compressed. */
export function readSources(
  own: Folder,
  theme: Folder | undefined,
  pictures: readonly Asset[] = [],
): Source[] {
  const branded = overlay(theme, own)
  return [
    { name: 'style.css', text: readStyle(own, theme, pictures) },
    ...scriptNames.map((name) => ({ name, text: readText(ownScripts, name) })),
    { name: 'htmx.js', text: readText(htmx, 'htmx.min.js') },
    { name: 'icons.svg', text: buildSprite() },
    { name: 'logo.svg', text: readText(branded, 'logo.svg') },
    { name: 'favicon.ico', bytes: readBytes(branded, 'favicon.ico') },
  ]
}

const styleSheets = [
  ...['colours', 'base', 'controls', 'alone'],
  ...['layout', 'topbar', 'menu', 'dialog'],
  ...['data', 'data-place', 'search', 'fragments', 'overview', 'gauges', 'tables', 'interfaces', 'print'],
]

/** All rules in one file and one request. A theme's come last, so that they win. */
function readStyle(own: Folder, theme: Folder | undefined, pictures: readonly Asset[]): string {
  const rules = styleSheets.map((name) => readText(own, `style/${name}.css`))
  if (theme?.('theme.css')) rules.push(withAddresses(readText(theme, 'theme.css'), pictures))
  return rules.join('\n')
}

/** `url(images/quay.png)` becomes the address at which that picture is found. */
function withAddresses(rules: string, pictures: readonly Asset[]): string {
  return rules.replace(/\burl\(\s*["']?(images\/[\w.-]+)["']?\s*\)/gi, (_, name: string) => {
    const picture = pictures.find((each) => each.name === name)
    if (!picture) throw new Error(`theme.css refers to ${name}, which the theme does not have`)
    return `url(${picture.path})`
  })
}

function readPicture(theme: Folder | undefined, name: string): Source {
  const bytes = readBytes(theme ?? (() => undefined), name)
  return name.endsWith('.svg') ? { name, text: new TextDecoder().decode(bytes) } : { name, bytes }
}

export interface Asset {
  readonly name: string
  /** Contains a hash of the content, so browsers may cache it for ever. */
  readonly path: string
  respond(headers: Headers): Response
}

export function makeAsset(source: Source): Asset {
  const isText = 'text' in source
  const plain = isText ? new TextEncoder().encode(source.text) : source.bytes
  const path = pathOf(source.name, plain)
  const bodies = new Map<Encoding, Uint8Array<ArrayBuffer>>([['identity', plain]])

  return {
    name: source.name,
    path,
    respond(headers) {
      const encoding = isText ? pickEncoding(headers.get('accept-encoding') ?? '') : 'identity'
      const body =
        bodies.get(encoding) ??
        precompressed(compressedName(path, encoding)) ??
        compress(encoding, plain, 'start')
      bodies.set(encoding, body)
      return new Response(body, { headers: headersOf(source.name, encoding, body.length) })
    },
  }
}

/** The name of a compressed asset in the executable: the path holds the hash of the content. */
export function compressedName(path: string, encoding: Encoding): string {
  return `${path}.${encoding}`
}

/** Browsers ask for the favicon by this one name; everything else has its content's hash in its name. */
function pathOf(name: string, content: Uint8Array): string {
  if (name === 'favicon.ico') return '/favicon.ico'
  const [stem, extension] = name.replace('/', '-').split('.')
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12)
  return `/assets/${stem}.${hash}.${extension}`
}

function headersOf(name: string, encoding: Encoding, length: number): Record<string, string> {
  return {
    'Content-Type': mediaType(name),
    // Explicit, so that HEAD names the same length as GET.
    'Content-Length': String(length),
    'Cache-Control': 'public, max-age=31536000, immutable',
    Vary: 'Accept-Encoding',
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
  }
}

function mediaType(name: string): string {
  if (name.endsWith('.css')) return 'text/css; charset=utf-8'
  if (name.endsWith('.js')) return 'text/javascript; charset=utf-8'
  if (name.endsWith('.svg')) return 'image/svg+xml; charset=utf-8'
  if (name.endsWith('.ico')) return 'image/x-icon'
  if (name.endsWith('.png')) return 'image/png'
  if (name.endsWith('.webp')) return 'image/webp'
  if (/\.jpe?g$/.test(name)) return 'image/jpeg'
  throw new TypeError(`No media type is known for ${name}.`)
}

/** The icons our pages use, by the names lucide gives them. */
export const iconNames = [
  'chevron-down',
  'circle-user',
  'ethernet-port',
  'gauge',
  'info',
  'list-tree',
  'log-out',
  'menu',
  'monitor-smartphone',
  'network',
  'rotate-cw',
  'square-terminal',
  'triangle-alert',
  'x',
  ...shortcutIcons,
] as const

export type IconName = (typeof iconNames)[number]

/** One file with every icon as a symbol, made from lucide's single files. */
function buildSprite(): string {
  const symbols = iconNames.map(
    (name) => `<symbol id="${name}" ${stroke}>${drawingIn(readText(lucide, `${name}.svg`))}</symbol>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg">${licence}${symbols.join('')}</svg>`
}

const stroke =
  'viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'
const licence = '<!-- Icons by Lucide (lucide.dev), ISC licence -->'

/** What stands between lucide's own <svg> and </svg>. */
function drawingIn(svg: string): string {
  const inside = /<svg[^>]*>(.*)<\/svg>/s.exec(svg)?.[1]
  if (inside === undefined) throw new TypeError('An icon is not an <svg> element.')
  return inside.replace(/\s*\n\s*/g, '')
}
