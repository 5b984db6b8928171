import { type DeviceText, json, MARKS, MAX_BODY, many } from './device.ts'

function wideGrouping(group: number): string {
  return `grouping g${group} { ${many(9_000, (n) => `leaf l${group}-${n} { type string; description "${'x'.repeat(20)}"; }`).join(' ')} }`
}

/** What the device says of its own data, which a person then looks at. */
export const model = {
  name: 'example',
  text: `module example {
  yang-version 1.1; namespace "urn:example"; prefix e; revision 2026-01-01;
  container top {
    leaf text { type string; }
    leaf password { type string; }
    leaf-list number { type uint8; ordered-by user; }
    leaf-list word { type string { pattern '[a-z]*x?[a-z]*y?'; } }
    list entry { key "name"; leaf name { type string; } leaf up { type boolean; } leaf note { type string; } leaf-list tag { type string; }
      list inner { key "name"; leaf name { type string; } } }
    list other { key "name"; leaf name { type string; } leaf to { type leafref { path "/e:top/e:entry/e:name"; } }
      leaf any { type union { type uint8; type boolean; type instance-identifier { require-instance false; } type string { length "1..10"; } } } }
    list state { config false; leaf value { type string; } }
    container deep { anydata any; }
  }
  ${many(5, wideGrouping).join('\n')}
  container wide { ${many(5, (n) => `uses g${n};`).join(' ')} }
  ${many(9_000, (n) => `container c${n} { presence p; }`).join('\n')}
}`,
}

const AT = 'example:top'

/** For the pages that show all data, with a model (`entry` is known to be a list) and without. */
export function dataTexts(hasModel: boolean): readonly DeviceText[] {
  const kind = hasModel ? 'data' : 'plain data'
  const tree = (what: string, shows: string, value: () => object, below = '', query = ''): DeviceText => ({
    what: `${kind}: ${what}`,
    path: `/data/${AT}${below}${query}`,
    at: AT,
    shows,
    body: () => json({ [AT]: value() }),
  })
  const raw = (what: string, shows: string, value: () => string, query = ''): DeviceText => ({
    ...tree(what, shows, () => ({}), '', query),
    body: () => new TextEncoder().encode(`{"${AT}":${value()}}`),
  })
  const entries = (count: number) => () => ({ entry: many(count, (n) => ({ name: `e${n}`, up: true })) })
  const list = (what: string, query: string, shows: string): DeviceText =>
    tree(`${what} of 120 000 entries`, shows, entries(120_000), '/entry', query)
  const page = '?view=whole'
  const deepMillion = () => `{"deep":{"any":${'['.repeat(90)}${'1,'.repeat(1_900_000)}1${']'.repeat(90)}}}`

  return [
    tree('a list of 18 000 keys of combining marks', '\u0301\u0316', () => ({
      entry: many(18_000, (n) => ({ name: `${'\u0301\u0316'.repeat(50)}${n}` })),
    })),
    tree(
      'keys of 64 KB',
      '1111',
      () => ({ entry: many(60, (n) => ({ name: `${n}${'1'.repeat(65_000)}` })) }),
      '/entry',
    ),
    tree('a key of 2 MB around 300 entries', hasModel ? 'entry' : '1111', () => ({
      entry: [{ name: '1'.repeat(2_000_000), inner: many(300, (n) => ({ name: `i${n}` })) }],
    })),
    tree('words of 64 KB', 'xxxx', () => ({ word: many(60, (n) => `${n}${'x'.repeat(65_000)}`) })),
    tree(
      'words of 64 KB of markup in cells',
      '&lt;',
      () => ({
        entry: many(60, (n) => ({ name: `e${n}`, note: '<'.repeat(65_000) })),
      }),
      '/entry',
    ),
    list('a list', page, 'e10'),
    list('a list filtered', '?view=whole&filter=e1', 'e1'),
    list('a list filtered in vain', '?view=whole&filter=nothere', 'No entry contains this text'),
    list('the last page of a list', '?view=whole&page=99999', 'e1'),
    list('the JSON of a list', '?view=json', '"e100"'),
    list(
      'the comparison of a list',
      '?from=compare&view=whole',
      hasModel ? 'There is no difference' : 'class',
    ),
    {
      ...list(
        'the comparison of a list that differs',
        '?from=compare&view=whole',
        hasModel ? 'f10' : 'class',
      ),
      startup: () => json({ [AT]: { entry: many(120_000, (n) => ({ name: `f${n}`, up: true })) } }),
    },
    {
      ...list(
        'the comparison of a list that differs inside',
        '?from=compare&view=whole',
        hasModel ? 'e10' : 'class',
      ),
      startup: () => json({ [AT]: { entry: many(120_000, (n) => ({ name: `e${n}`, up: n % 2 === 0 })) } }),
    },
    { ...list('an entry of a list', '', 'e119999'), path: `/data/${AT}/entry=e119999?view=whole` },
    raw('a million entries', 'class', () => `{"entry":[${'{},'.repeat(1_000_000)}{}]}`),
    raw('a million entries, as JSON', '', () => `{"entry":[${'{},'.repeat(1_000_000)}{}]}`, '?view=json'),
    raw('a million numbers', 'class', () => `{"number":[${'1,'.repeat(1_000_000)}1]}`),
    raw('a hundred levels', 'class', () => `{"deep":{"any":${'{"a":'.repeat(95)}1${'}'.repeat(95)}}}`),
    raw('two million numbers ninety levels deep', '', deepMillion),
    raw('two million numbers ninety levels deep, as JSON', '', deepMillion, '?view=json'),
    raw('two million numbers ninety levels deep, compared', '', deepMillion, '?view=whole&from=compare'),
    tree('a list of 300 entries of 900 members', 'e1', () => ({
      entry: many(300, (n) => ({ name: `e${n}`, ...Object.fromEntries(many(900, (m) => [`m${m}`, n])) })),
    })),
    tree(
      'a list of 300 entries of 900 members, in a table',
      'e1',
      () => ({
        entry: many(300, (n) => ({ name: `e${n}`, ...Object.fromEntries(many(900, (m) => [`m${m}`, n])) })),
      }),
      '/entry',
    ),
    tree(
      'tags of 100 entries',
      'e1',
      () => ({
        entry: many(100, (n) => ({ name: `e${n}`, tag: many(8_000, (m) => m % 10) })),
      }),
      '/entry',
    ),
    tree('one text of 3 MB of markup', '&lt;&amp;', () => ({ text: '<&>"'.repeat(750_000) })),
    tree('one text of 4 MB of combining marks', '\u0301', () => ({ text: MARKS.repeat(60) })),
    tree('forty thousand members', 'a1', () => Object.fromEntries(many(40_000, (n) => [`a${n}`, n % 10]))),
    tree(
      'forty thousand members, as JSON',
      '"a1"',
      () => Object.fromEntries(many(40_000, (n) => [`a${n}`, n % 10])),
      '',
      '?view=json',
    ),
    tree('three hundred thousand members', 'data-problem="malformed"', () =>
      Object.fromEntries(many(280_000, (n) => [`a${n}`, n % 10])),
    ),
    tree(
      'three hundred thousand members, as JSON',
      'operation-failed',
      () => Object.fromEntries(many(280_000, (n) => [`a${n}`, n % 10])),
      '',
      '?view=json',
    ),
    tree('four thousand unknown texts of 1 KB', 'a1', () =>
      Object.fromEntries(many(4_000, (n) => [`a${n}`, { text: '<'.repeat(1_000) }])),
    ),
    tree(
      'six thousand instance-identifiers',
      'o1',
      () => ({
        other: many(6_000, (n) => ({
          name: `o${n}`,
          to: `e${n}`,
          any: `/example:top/entry[name='${'x'.repeat(500)}']`,
        })),
      }),
      '/other',
    ),
    tree(
      'one instance-identifier of 3 MB',
      'o1',
      () => ({
        other: [{ name: 'o1', any: '/example:top'.repeat(250_000) }],
      }),
      '/other',
    ),
    raw('one number of 4 MiB', '', () => `{"number":[${'1'.repeat(MAX_BODY - 100)}]}`),
    raw('one text of escapes', '\u0301', () => `{"text":"${'\\u0301'.repeat(MAX_BODY / 6 - 100)}"}`),
    ...(hasModel ? wide : []),
    {
      ...tree('a search after a list of 120 000 entries', '', entries(120_000)),
      path: '/data-search?q=e1+name+up',
      at: 'nothing',
    },
  ]
}

/** A hostile device has a hostile model. */
const wide: readonly DeviceText[] = [
  {
    what: 'data: a place with 45 000 nodes, all of them set',
    path: '/data/example:wide?view=whole',
    at: 'example:wide',
    shows: 'l0-1',
    body: () =>
      json({
        'example:wide': Object.fromEntries(
          many(45_000, (n) => [`l${Math.floor(n / 9_000)}-${n % 9_000}`, 'x']),
        ),
      }),
  },
  {
    what: 'data: a place with 45 000 nodes, none of them set',
    path: '/data/example:wide?view=whole',
    at: 'example:wide',
    shows: 'l0-1',
    body: () => json({ 'example:wide': { other: 1 } }),
  },
  {
    what: 'data: a top with 9 000 nodes',
    path: '/data?view=whole',
    at: 'nothing',
    shows: 'c1',
    body: () => json({}),
  },
  {
    what: 'data: a search in 54 000 nodes',
    path: '/data-search?q=l+x',
    at: 'nothing',
    shows: 'l0-1',
    body: () => json({}),
  },
]
