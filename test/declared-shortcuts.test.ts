import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { parseDeclaredFeatures } from '../src/features/declared.ts'
import { type ListeningService, startListening } from './support/listening-service.ts'
import { temporaryFile } from './support/temporary-file.ts'
import type { Visitor } from './support/visitor.ts'

const declared = `[
  { "key": "cameras", "resource": "ietf-system:system", "leaf": "hostname", "equals": "quay-7",
    "shortcut": { "title": "Cameras & gates", "icon": "camera", "url": "https://{host}:8443/", "auth": "cameras" } },
  { "key": "graphs", "resource": "ietf-system:system", "leaf": "hostname", "equals": "another-device",
    "shortcut": { "title": "Graphs", "url": "https://graphs.example/", "auth": "graphs" } }
]`

describe('a declared feature with a shortcut', () => {
  let door: ListeningService
  let user: Visitor
  beforeAll(async () => {
    door = await startListening(['--features', temporaryFile('features.json', declared)])
    user = await door.logIn()
  })
  afterAll(() => door.stop())

  test('has an entry in the top bar and in the menu where the device has the feature', async () => {
    const page = await (await door.visit('/', user)).text()
    expect(
      page.match(/href="https:\/\/127\.0\.0\.1:8443\/" target="_blank" rel="noopener noreferrer"/g),
    ).toHaveLength(2)
    expect(page).toContain('Cameras &amp; gates')
    expect(page).toContain('#camera"')
  })

  test('has none where the device has not', async () => {
    expect(await (await door.visit('/', user)).text()).not.toContain('graphs.example')
  })

  test('answers a proxy at /auth/NAME as the two built-in ones do', async () => {
    expect((await door.visit('/auth/cameras', user)).status).toBe(204)
    expect((await door.visit('/auth/graphs', user)).status).toBe(403)
    expect((await door.fetch('/auth/cameras')).status).toBe(401)
    expect((await door.visit('/auth/unknown', user)).status).toBe(404)
    const foreign = { Origin: 'https://elsewhere.example' }
    expect((await door.visit('/auth/cameras', user, foreign)).status).toBe(403)
  })
})

describe('a mistake in a shortcut is named with its line', () => {
  const withShortcut = (shortcut: string) =>
    `[\n{ "key": "a", "module": "m", "feature": "f",\n"shortcut": ${shortcut} }]`
  test.each([
    ['no title', '{ "url": "https://a.example/" }', /line 3: the shortcut has no "title"/],
    ['no address', '{ "title": "A" }', /line 3: the shortcut has no "url"/],
    ['a script as address', '{ "title": "A", "url": "javascript:alert(1)" }', /"url" is not an address/],
    ['other braces', '{ "title": "A", "url": "https://{name}/" }', /"url" is not an address/],
    ['an unknown icon', '{ "title": "A", "url": "https://a.example/", "icon": "cat" }', /"icon" is none of/],
    [
      'a name that is no name',
      '{ "title": "A", "url": "https://a.example/", "auth": "../x" }',
      /"auth" is not/,
    ],
    [
      'a name that is taken',
      '{ "title": "A", "url": "https://a.example/", "auth": "console" }',
      /declared already/,
    ],
    ['a title that is none', '{ "title": 7, "url": "https://a.example/" }', /line \d: "title" is not a text/],
    ['a text', '"https://a.example/"', /"shortcut" is not an object in braces/],
    [
      'another member',
      '{ "title": "A", "url": "https://a.example/", "href": 1 }',
      /"href" does not belong here: a shortcut has "title", "url", "icon" and "auth"/,
    ],
  ])('%s', (_, shortcut, message) =>
    expect(() => parseDeclaredFeatures(withShortcut(shortcut))).toThrow(message),
  )
})

test('the example of declared features has nothing wrong', () => {
  const { probes, shortcuts } = parseDeclaredFeatures(
    readFileSync('examples/features/features.jsonc', 'utf8'),
  )
  expect(probes.flatMap(({ names }) => names)).toEqual(['restconf', 'graphs'])
  expect(shortcuts).toMatchObject([{ feature: 'graphs', icon: 'chart-line', auth: 'graphs' }])
})
