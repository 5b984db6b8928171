import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Glob } from 'bun'

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
