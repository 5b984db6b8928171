import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { compile } from 'xspattern'
import { compilePattern, matchesPattern } from './pattern.ts'

function matches(pattern: string, text: string): boolean {
  return matchesPattern(text, { text: pattern, isInverted: false, errorMessage: undefined })
}

test('a pattern is anchored at both ends, and ^ and $ mean themselves', () => {
  expect(matches('ab', 'ab')).toBe(true)
  expect(matches('ab', 'xab')).toBe(false)
  expect(matches('ab', 'ab\n')).toBe(false)
  expect(matches('a|ab', 'ab')).toBe(true)
  expect(matches('^a$', '^a$')).toBe(true)
  expect(matches('^a$', 'a')).toBe(false)
})

test('an inverted pattern takes what does not match', () => {
  const inverted = { text: '[xX][mM][lL].*', isInverted: true, errorMessage: undefined }
  expect(matchesPattern('xmlfoo', inverted)).toBe(false)
  expect(matchesPattern('foo', inverted)).toBe(true)
})

test('escapes mean what XML Schema says, not what JavaScript says', () => {
  expect(matches('\\d+', '0٣')).toBe(true)
  expect(matches('\\w+', 'é_')).toBe(false)
  expect(matches('\\w+', 'é+1')).toBe(true)
  expect(matches('\\s', '\f')).toBe(false)
  expect(matches('.', '\r')).toBe(false)
  expect(matches('\\i\\c*', 'ns:élan-1')).toBe(true)
  expect(matches('\\i\\c*', '1a')).toBe(false)
  expect(matches('\\S\\W\\D\\I\\C', 'a.b1 ')).toBe(true)
})

test('classes are subtracted from classes', () => {
  expect(matches('[a-z-[aeiou]]+', 'xyz')).toBe(true)
  expect(matches('[a-z-[aeiou]]+', 'xyez')).toBe(false)
  expect(matches('[\\i-[:]][\\c-[:]]*', 'name-1')).toBe(true)
  expect(matches('[\\i-[:]][\\c-[:]]*', 'ns:name')).toBe(false)
  expect(matches('[^a-c-[x]]', 'x')).toBe(false)
  expect(matches('[^a-c-[x]]', 'y')).toBe(true)
  expect(matches('[^\\W_]', 'a')).toBe(true)
  expect(matches('[^\\Wa]', 'a')).toBe(false)
})

test('what published modules write although XML Schema has no such thing is read as their devices read it', () => {
  expect(matches('[^\\x1f]*', 'a b')).toBe(true)
  expect(matches('\\x41\\/', 'A/')).toBe(true)
  expect(matches('[{}_\\-]+', '{-}_')).toBe(true)
  expect(matches('a}', 'a}')).toBe(true)
})

test.each(['(?=a)', '(a', 'a{1001}', 'a{,3}', '[]', '\\p{IsThai}', '\\b', '\\u0041', 'a{', '[z-a]', '\\'])(
  'a pattern that cannot be translated is skipped with a reason and forbids nothing: %s',
  (pattern) => {
    expect(compilePattern(pattern)).toMatchObject({ kind: 'skipped', because: expect.any(String) })
    expect(matches(pattern, 'anything')).toBe(true)
  },
)

test('a pattern that freezes the regular expressions of JavaScript takes no time', () => {
  expect(matches('(a+)+b', 'a'.repeat(65_536))).toBe(false)
  expect(matches('(.*a){12}.*', 'b'.repeat(65_536))).toBe(false)
})

test('patterns of a hostile model are bounded in length, size and depth', () => {
  expect(compilePattern('a'.repeat(3_000)).kind).toBe('skipped')
  expect(compilePattern('(((a{10}){10}){10}){10}').kind).toBe('skipped')
  expect(compilePattern(`${'[a-'.repeat(50)}[b]${']'.repeat(50)}`).kind).toBe('skipped')
  expect(() => compilePattern('('.repeat(1_000) + ')'.repeat(1_000))).not.toThrow()
  for (let index = 0; index < 1_500; index++) compilePattern(`x${index}`)
  expect(matches('x1', 'x1')).toBe(true)
})

const literals = ['a', 'b', 'z', '0', '9', '_', ':', ' ', '\n', 'é', 'Ω', '٣', '€', '😀', '$', '^', '-', '.']
const escapes = ['\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '\\i', '\\c', '\\I', '\\C', '\\p{L}', '\\P{Lu}']
const plain = ['a', 'b', '0', '_', ':', ' ', 'é', '€', '😀', '$', '\\^', '\\-', '\\.', '\\n', '\\\\']

const range = fc.constantFrom('a-c', '0-9', 'A-z', 'À-ÿ', '\\--9')
const members = fc
  .array(fc.oneof(fc.constantFrom(...plain, ...escapes), range), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''))
const characterClass = fc
  .tuple(fc.boolean(), members, fc.option(members, { freq: 3, nil: undefined }))
  .map(([isNegated, set, less]) => `[${isNegated ? '^' : ''}${set}${less ? `-[${less}]` : ''}]`)

const { pattern } = fc.letrec<{ pattern: string; piece: string; atom: string }>((tie) => ({
  pattern: fc.array(tie('piece'), { maxLength: 4 }).map((pieces) => pieces.join('')),
  piece: fc
    .tuple(tie('atom'), fc.constantFrom('', '', '?', '*', '+', '{2}', '{0,3}', '{1,}'))
    .map(([atom, quantifier]) => atom + quantifier),
  atom: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom('.', '^', '$', ...plain.filter((each) => each !== '-'), ...escapes),
    characterClass,
    fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => `(${one}|${other})`),
  ),
}))

const text = fc.array(fc.constantFrom(...literals), { maxLength: 6 }).map((characters) => characters.join(''))

test('patterns agree with a matcher that knows XML Schema only', () => {
  let compared = 0
  fc.assert(
    fc.property(pattern, fc.array(text, { minLength: 5, maxLength: 5 }), (pattern, texts) => {
      const oracle = oracleOf(pattern)
      if (!oracle) return
      expect(compilePattern(pattern)).toMatchObject({ kind: 'compiled' })
      for (const text of texts) {
        compared++
        expect(matches(pattern, text), `${pattern} on ${JSON.stringify(text)}`).toBe(oracle(text))
      }
    }),
    { numRuns: 300 },
  )
  expect(compared).toBeGreaterThan(500)
})

function oracleOf(pattern: string) {
  try {
    return compile(pattern)
  } catch {
    return undefined
  }
}
