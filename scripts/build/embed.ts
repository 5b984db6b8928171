import { Glob } from 'bun'
import { compressedName, iconNames, makeAsset, readSources, type Source } from '../../src/web/assets.ts'
import { compress } from '../../src/web/encoding.ts'
import {
  type Folder,
  htmx,
  lucide,
  ownPublic,
  ownScripts,
  ownViews,
  readBytes,
  scriptNames,
} from '../../src/web/files.ts'
import { engineFor, templates } from '../../src/web/views/render.ts'

/** Everything that the executable carries with it, as the module that stands in for src/web/embedded.ts. */
export function embeddedModule(): string {
  const files = [
    ...read('views', ownViews, list('*.html', 'src/web/views')),
    ...read('public', ownPublic, list('**/*', 'public')),
    ...read('scripts', ownScripts, scriptNames),
    ...read('htmx', htmx, ['htmx.min.js']),
    ...read(
      'lucide',
      lucide,
      iconNames.map((name) => `${name}.svg`),
    ),
    ...readSources(ownPublic, undefined).flatMap(compressed),
  ]
  return [
    `export const embedded = ${JSON.stringify(Object.fromEntries(files.map(inBase64)))}`,
    `export const compiledViews = {${templates.map(compiledView).join(',')}}`,
  ].join('\n')
}

const eta = engineFor(ownViews)

/** The function that the template engine would make of the text of a template. */
function compiledView(name: string): string {
  return `${JSON.stringify(name)}: function (it, options) { ${eta.compileToString(eta.readFile?.(name) ?? '')} }`
}

type File = readonly [name: string, bytes: Uint8Array]

/** In an order that does not depend on the disk: two builds are the same bytes. */
const list = (pattern: string, folder: string) => [...new Glob(pattern).scanSync(folder)].sort()

function read(as: string, folder: Folder, names: readonly string[]): File[] {
  return names.map((name) => [`${as}/${name}`, readBytes(folder, name)])
}

function compressed(source: Source): File[] {
  if (!('text' in source)) return []
  const plain = new TextEncoder().encode(source.text)
  const { path } = makeAsset(source)
  return (['br', 'gzip'] as const).map((encoding) => [
    `compressed/${compressedName(path, encoding)}`,
    compress(encoding, plain, 'build'),
  ])
}

const inBase64 = ([name, bytes]: File) => [name, Buffer.from(bytes).toString('base64')]
