import { describe, expect, test } from 'bun:test'
import { parseDeclaredFeatures } from '../src/features/declared.ts'
import { startService, type TestService } from './support/service.ts'
import { temporaryFile } from './support/temporary-file.ts'

const SERVICES = 'infix-services:web'
const LIBRARY = 'ietf-yang-library:yang-library'

async function featuresOf(here: TestService): Promise<Record<string, boolean>> {
  const user = here.browser()
  await user.logIn()
  return (await user.session()).features
}

describe('--features FILE', () => {
  const start = (text: string) =>
    startService({ flags: ['--features', temporaryFile('features.json', text)] })

  test('a leaf that must equal a value, or a module and feature; comments are allowed', async () => {
    await using here = await start(`[
      // what this device was built for
      { "key": "restconf", "resource": "infix-services:web", "leaf": "restconf/enabled", "equals": true },
      { "key": "harbour", "resource": "ietf-system:system", "leaf": "hostname", "equals": "quay-7" },
      { "key": "other host", "resource": "ietf-system:system", "leaf": "hostname", "equals": "quay-8" },
      { "key": "local-users", "module": "ietf-system", "feature": "local-users" },
      { "key": "radius", "module": "ietf-system", "feature": "radius" },
    ]`)
    expect(await featuresOf(here)).toEqual({
      console: true,
      'the service': true,
      wifi: true,
      containers: true,
      restconf: true,
      harbour: true,
      'other host': false,
      'local-users': true,
      radius: false,
    })
  })

  test('two probes that read the same resource cost one call, and none beyond the login’s own', async () => {
    await using here = await start(`[
      { "key": "a", "resource": "infix-services:web", "leaf": "enabled", "equals": true },
      { "key": "b", "resource": "infix-services:web", "leaf": "certificate", "equals": "harbour-web" },
      { "key": "c", "resource": "ietf-system:system", "leaf": "hostname", "equals": "quay-7" },
      { "key": "d", "resource": "ietf-system:system", "leaf": "contact", "equals": "nobody" },
      { "key": "e", "module": "ietf-system", "feature": "local-users" }
    ]`)
    expect(await featuresOf(here)).toMatchObject({ a: true, b: true, c: true, d: false, e: true })
    expect(here.demo.journal.entries.map(({ resource }) => resource)).toEqual([
      LIBRARY,
      SERVICES,
      'ietf-system:system',
    ])
  })

  test('a probe that fails turns only its own feature off', async () => {
    await using here = await start(`[
      { "key": "there", "resource": "infix-services:web", "leaf": "enabled", "equals": true },
      { "key": "not there", "resource": "no-such:thing", "leaf": "enabled", "equals": true }
    ]`)
    expect(await featuresOf(here)).toMatchObject({ there: true, 'not there': false, console: true })
  })

  const mistakes: [string, string, RegExp][] = [
    ['not an object', '[\n  5\n]', /line 2: a feature is an object/],
    [
      'a built-in key redeclared',
      '[\n{\n"key": "console",\n"module": "m", "feature": "f"}]',
      /line 3: feature "console" is declared already/,
    ],
    [
      'the network browser’s key redeclared',
      '[\n{"key": "the service", "module": "m", "feature": "f"}]',
      /line 2: .*declared already/,
    ],
    [
      'a key twice',
      '[{"key": "a", "module": "m", "feature": "f"},\n{"key": "a", "module": "m", "feature": "f"}]',
      /line 2: .*declared already/,
    ],
    ['no leaf', '[\n\n{"key": "a", "resource": "m:x", "equals": 1}]', /line 3: "leaf" is missing/],
    [
      'a member that does not belong',
      '[{"key": "a", "module": "m", "feature": "f",\n"path": "x"}]',
      /line 2: "path" does not belong here: a feature has "key", "resource", "leaf" and "equals", or "key", "module"/,
    ],
    [
      'both forms at once',
      '[{"key": "a", "module": "m", "feature": "f",\n"resource": "m:x"}]',
      /line 2: "resource" does not belong here/,
    ],
    [
      'a resource elsewhere',
      '[{"key": "a", "leaf": "l", "equals": 1,\n"resource": "../../etc"}]',
      /line 2: "resource" is not of the form/,
    ],
    [
      'a resource with a query',
      '[{"key": "a", "leaf": "l", "equals": 1,\n"resource": "m:x?depth=1"}]',
      /line 2: "resource" is not of the form/,
    ],
    [
      'an address as resource',
      '[{"key": "a", "leaf": "l", "equals": 1,\n"resource": "https://evil.example/"}]',
      /line 2: "resource" is not of the form/,
    ],
    [
      'a value that cannot be equal',
      '[{"key": "a", "resource": "m:x", "leaf": "l",\n"equals": [1]}]',
      /line 2: "equals" is not/,
    ],
    [
      'a member twice',
      '[{"key": "a",\n"key": "b", "module": "m", "feature": "f"}]',
      /line 2: "key" is given twice/,
    ],
    [
      'a key that is a prototype’s',
      '[{"key": "__proto__", "module": "m", "feature": "f"}]',
      /line 1: "key" is not a name/,
    ],
  ]
  test.each(mistakes)('a mistake stops the start with its line: %s', (_, text, message) => {
    expect(() => parseDeclaredFeatures(text)).toThrow(message)
  })
})
