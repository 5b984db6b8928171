import { findNodeAtLocation, type ParseError, parseTree } from 'jsonc-parser'
import { z } from 'zod'

/** What is wrong in one file of a theme, and in which line. */
export interface ThemeFault {
  readonly line: number
  readonly what: string
}

interface LineRule {
  readonly pattern: RegExp
  readonly what: string
}

/** Finds what a browser would ignore, what would load foreign code, and content that does not match the file's name. */
export function faultIn(name: string, bytes: Uint8Array, names: readonly string[]): ThemeFault | undefined {
  if (bytes.length > MAX_BYTES) return { line: 1, what: `is larger than ${MAX_BYTES / 1024} KiB` }
  if (isPicture(name)) return faultInPicture(name, bytes)
  const text = textOf(bytes)
  if (text === undefined) return { line: lineOfBadByte(bytes), what: 'is not UTF-8 text' }
  if (name.endsWith('.html')) return firstMatch(templateRules, text)
  if (name.endsWith('.css')) return firstMatch(styleRules, text) ?? missingPicture(text, names)
  if (name.endsWith('.svg')) return faultInSvg(text)
  if (name === 'theme.json') return faultInNames(text)
  return name === 'banner.txt' ? faultInBanner(text) : undefined
}

const MAX_BYTES = 1024 * 1024
const MAX_BANNER_CHARACTERS = 4_000

export const isPicture = (name: string) => /\.(png|jpe?g|webp|ico)$/.test(name)

/** How the files begin, in hexadecimal. Browsers take a PNG for a favicon, too. */
const beginnings: readonly (readonly [ending: RegExp, kind: string, beginning: RegExp])[] = [
  [/\.png$/, 'a PNG picture', /^89504e470d0a1a0a/],
  [/\.jpe?g$/, 'a JPEG picture', /^ffd8ff/],
  [/\.webp$/, 'a WebP picture', /^52494646.{8}57454250/],
  [/\.ico$/, 'an icon', /^(?:00000100|89504e470d0a1a0a)/],
]

function faultInPicture(name: string, bytes: Uint8Array): ThemeFault | undefined {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('hex')
  const wrong = beginnings.find(([ending, , beginning]) => ending.test(name) && !beginning.test(start))
  return wrong && { line: 1, what: `is not ${wrong[1]}, whatever its name says` }
}

/** Templates escape what they print; our own print HTML only of other templates. */
const templateRules: readonly LineRule[] = [
  {
    pattern: /<%~(?!\s*(?:include(?:Async)?\(|it\.body\b))/,
    what: 'prints a value without escaping it: write <%= instead of <%~',
  },
  {
    pattern: /<script(?![^>]*\ssrc=)/i,
    what: 'has a script inside the page, which the security policy blocks',
  },
  { pattern: /<style/i, what: 'has a style sheet inside the page, which the security policy blocks' },
  { pattern: /<[^>]+\sstyle\s*=/i, what: 'has a style attribute, which the security policy blocks' },
  { pattern: /<[^>]+\son[a-z]+\s*=/i, what: 'has an event handler, which the security policy blocks' },
  {
    pattern: /\s(?:src|srcset|poster|data)\s*=\s*["']?\s*(?:[a-z][a-z0-9+.-]*:)?\/\//i,
    what: 'loads something from another server, which the security policy blocks: put it in the folder images',
  },
  {
    pattern: /<link\b[^>]*\shref\s*=\s*["']?\s*(?:[a-z][a-z0-9+.-]*:)?\/\//i,
    what: 'loads something from another server, which the security policy blocks',
  },
  { pattern: /["'\s=]javascript:/i, what: 'has a javascript: address, which the security policy blocks' },
  { pattern: /<(?:iframe|object|embed|base)\b/i, what: 'has an element that the security policy blocks' },
]

const styleRules: readonly LineRule[] = [
  {
    pattern: /@import\b/i,
    what: 'imports another style sheet, which the security policy may block: copy its rules',
  },
  {
    pattern: /\burl\(\s*["']?(?!images\/|#|["')\s])/i,
    what: 'loads something that is not in the folder images: write url(images/NAME)',
  },
]

function missingPicture(text: string, names: readonly string[]): ThemeFault | undefined {
  const found = [...text.matchAll(/\burl\(\s*["']?(images\/[^"')\s]*)/gi)].find(
    ([, name = '']) => !names.includes(name),
  )
  return found && { line: lineAt(text, found.index), what: `there is no ${found[1]} in the theme` }
}

const svgRules: readonly LineRule[] = [
  { pattern: /<script\b/i, what: 'holds a script' },
  { pattern: /<[^>]+\son[a-z]+\s*=/i, what: 'holds an event handler' },
  { pattern: /<foreignObject\b/i, what: 'holds a foreignObject, which may be a page of its own' },
  { pattern: /<!(?:ENTITY|DOCTYPE[^>]*\[)/i, what: 'declares entities' },
  { pattern: /\bhref\s*=\s*["']?\s*(?!["'#])/i, what: 'refers to something outside of itself' },
  { pattern: /\burl\(\s*["']?(?!#)/i, what: 'refers to something outside of itself' },
  { pattern: /@import\b/i, what: 'imports a style sheet' },
]

function faultInSvg(text: string): ThemeFault | undefined {
  if (
    !/^\uFEFF?(?:\s|<\?[^>]*\?>|<!--.*?-->|<!DOCTYPE[^>]*>)*<svg[\s>]/s.test(text) ||
    !text.includes('</svg>')
  )
    return { line: 1, what: 'is not an SVG picture' }
  return firstMatch(svgRules, text)
}

/** What a vendor calls the product, and the title of the login page. */
export const themeNames = z.strictObject(
  {
    product: z.string().trim().min(1).max(60).optional(),
    title: z.string().trim().min(1).max(60).optional(),
  },
  { error: 'is not like {"product": "…", "title": "…"}' },
)

export type ThemeNames = z.infer<typeof themeNames>

function faultInNames(text: string): ThemeFault | undefined {
  const errors: ParseError[] = []
  const tree = parseTree(text, errors, { disallowComments: true })
  const [error] = errors
  if (error || !tree) return notJson(text, error)
  const [issue] = themeNames.safeParse(JSON.parse(text)).error?.issues ?? []
  if (!issue) return undefined
  if (issue.code === 'unrecognized_keys') {
    const [unknown = ''] = issue.keys
    const node = findNodeAtLocation(tree, [unknown])
    const what = `"${unknown}" does not belong here; "product" and "title" do`
    return { line: lineAt(text, node?.offset ?? 0), what }
  }
  const [member] = issue.path
  const node = typeof member === 'string' ? findNodeAtLocation(tree, [member]) : undefined
  const what = node ? `"${String(member)}" is not a text of 1 to 60 characters` : `${issue.message}`
  return { line: lineAt(text, node?.offset ?? 0), what }
}

/** A comma before the closing brace is what people leave behind when they take the last line away. */
function notJson(text: string, error: ParseError | undefined): ThemeFault {
  const before = text.slice(0, error?.offset ?? 0).trimEnd()
  const isTrailing = before.endsWith(',') && /^[}\]]/.test(text.slice(error?.offset))
  if (isTrailing)
    return { line: lineAt(before, before.length), what: 'is not JSON: there is a comma too many' }
  return { line: lineAt(text, error?.offset ?? 0), what: 'is not JSON' }
}

function faultInBanner(text: string): ThemeFault | undefined {
  if (text.length > MAX_BANNER_CHARACTERS)
    return {
      line: lineAt(text, MAX_BANNER_CHARACTERS),
      what: `is longer than ${MAX_BANNER_CHARACTERS} characters`,
    }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a banner must not have.
  const control = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.exec(text)
  return control ? { line: lineAt(text, control.index), what: 'has a control character' } : undefined
}

function firstMatch(rules: readonly LineRule[], text: string): ThemeFault | undefined {
  const faults = rules.flatMap(({ pattern, what }) => {
    const found = pattern.exec(text)
    return found ? [{ line: lineAt(text, found.index + found[0].search(/\S/)), what }] : []
  })
  return faults.sort((one, other) => one.line - other.line)[0]
}

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function lineOfBadByte(bytes: Uint8Array): number {
  const readable = new TextDecoder().decode(bytes)
  return lineAt(readable, Math.max(0, readable.indexOf('\uFFFD')))
}
