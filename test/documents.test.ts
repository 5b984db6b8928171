import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Glob } from 'bun'
import { codes } from '../src/device/restconf/codes.ts'

const documents = ['*.md', 'docs/**/*.md', 'examples/**/*.md'].flatMap((where) => [
  ...new Glob(where).scanSync(),
])

test('every link and picture in the documents leads to something that is there', () => {
  expect(documents).toContain('docs/decisions/README.md')
  expect(documents.flatMap(brokenLinks)).toEqual([])
})

test('every command that the documents let npm run is one of ours', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const named = documents.flatMap((path) => [
    ...readFileSync(path, 'utf8').matchAll(/npm run (?:-s )?([a-z-]+)/g),
  ])
  expect(named.map(([, name = '']) => name).filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
})

test('every folder of src/ stands in the README’s map', () => {
  const readme = readFileSync('README.md', 'utf8')
  const folders = new Set([...new Glob('src/*/**/*.ts').scanSync()].map((path) => path.split('/')[1] ?? ''))
  expect([...folders].filter((name) => !readme.includes(`\n      ${name}/`))).toEqual([])
})

test('every dependency stands in the README, with its reason', () => {
  const readme = readFileSync('README.md', 'utf8').toLowerCase()
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const words = Object.keys(dependencies).map((name) => name.replace(/\.org$|-static$/, ''))
  expect(words.filter((word) => !readme.includes(`| [${word}](`))).toEqual([])
})

function brokenLinks(path: string): string[] {
  const links = [...readFileSync(path, 'utf8').matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, to = '']) => to)
  const local = links.filter((to) => !/^[a-z]+:/.test(to))
  return local.filter((to) => !existsSync(join(dirname(path), to))).map((to) => `${path}: ${to}`)
}

describe('12.21 operations.md', () => {
  const operations = readFileSync('docs/operations.md', 'utf8')

  test('says what to do about each event that is a warning or an error', () => {
    const events = [
      ...readFileSync('docs/events.md', 'utf8').matchAll(/^\| `([a-z.-]+)` \| (?:warn|error) /gm),
    ]
    const log = operations.slice(operations.indexOf('## The log'), operations.indexOf('## Metrics'))
    expect(events.length).toBeGreaterThan(40)
    expect(events.map(([, name]) => name).filter((name) => !log.includes(`\`${name}\``))).toEqual([])
  })

  test('lists each reason that a line of the log may give', async () => {
    const written = new Set<string>(Object.keys(codes))
    for await (const path of new Glob('src/**/*.ts').scan()) {
      if (path.endsWith('.test.ts') || path.startsWith('src/browser/')) continue
      for (const [, reason = ''] of readFileSync(path, 'utf8').matchAll(/\breason: '([\w-]+)'/g))
        written.add(reason)
    }
    expect([...written].filter((reason) => !operations.includes(`\`${reason}\``))).toEqual([])
  })
})
