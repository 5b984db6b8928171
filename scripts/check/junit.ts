import type { TestCase } from './outcome.ts'

/** The tests in a report that Bun's junit reporter wrote. */
export function readJunit(xml: string): TestCase[] {
  return [...xml.matchAll(testcase)].map(([, attributes = '', content = '']) => ({
    file: attribute(attributes, 'file'),
    name: fullName(attribute(attributes, 'classname'), attribute(attributes, 'name')),
    result: readResult(content),
  }))
}

// Bun escapes `<`, `>` and quotes in attributes and text, so a tag ends where it seems to.
const testcase = /<testcase ([^<>]*?)(?:\/>|>(.*?)<\/testcase>)/gs

function attribute(attributes: string, name: string): string {
  const [, value = ''] = attributes.match(new RegExp(`(?:^| )${name}="([^"]*)"`)) ?? []
  return unescapeXml(value)
}

/** Bun names the groups from the inside out. */
function fullName(groups: string, name: string): string {
  return [...groups.split(' > ').filter(Boolean).reverse(), name].join(' > ')
}

function readResult(content: string): TestCase['result'] {
  if (content.includes('<skipped')) return 'skipped'
  return content.trim() === '' ? 'passed' : 'failed'
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

function unescapeXml(text: string): string {
  return text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code?: string, name?: string) =>
    code === undefined ? (entities[name ?? ''] ?? whole) : String.fromCodePoint(Number(code)),
  )
}
