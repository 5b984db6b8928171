import { describe, expect, test } from 'bun:test'
import { languages, pickLanguage } from './languages.ts'

describe('a visitor reads', () => {
  const cases: [wish: string | undefined, language: string][] = [
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['de', 'de'],
    ['de-AT', 'de'],
    ['SV-fi', 'sv'],
    ['fr-FR, fr;q=0.9, de;q=0.5', 'de'],
    ['sv;q=0.3, de;q=0.8, en;q=0.5', 'de'],
    ['de;q=0, sv;q=0.1', 'sv'],
    ['de;q=0', 'en'],
    ['en, de', 'en'],
    ['de ; q=0.7 , sv', 'sv'],
    ['fr, it', 'en'],
    ['de;q=nonsense', 'de'],
    ['de;q=1.1.1', 'en'],
    ['../../etc/passwd', 'en'],
  ]
  test.each(cases)('for Accept-Language %p the language %p', (wish, code) => {
    expect(pickLanguage(undefined, wish).code).toBe(code)
  })

  test('the language they chose, whatever the browser says', () => {
    expect(pickLanguage('sv', 'de').code).toBe('sv')
  })

  test('what the browser says when the chosen language is none of ours', () => {
    expect(pickLanguage('__proto__', 'de').code).toBe('de')
  })
})

describe.each(languages)('$name', ({ text }) => {
  test('leaves no text empty, and has the places that English has', () => {
    const english = textsIn(languages[0]?.text)
    const own = textsIn(text)
    expect([...own.keys()]).toEqual([...english.keys()])
    for (const [key, sentence] of own) {
      expect(sentence.trim(), key).not.toBe('')
      expect(placesIn(sentence), key).toEqual(placesIn(english.get(key) ?? ''))
    }
  })
})

describe.each(languages.slice(1))('$name', ({ text }) => {
  test('does not repeat an English sentence', () => {
    const english = textsIn(languages[0]?.text)
    for (const [key, sentence] of textsIn(text)) {
      if (sentence.includes(' ') && !sentence.startsWith('{'))
        expect(sentence, key).not.toBe(english.get(key) ?? '')
    }
  })
})

function textsIn(texts: unknown, path = ''): Map<string, string> {
  if (typeof texts === 'string') return new Map([[path, texts]])
  return new Map(Object.entries(texts ?? {}).flatMap(([key, value]) => [...textsIn(value, `${path}.${key}`)]))
}

const placesIn = (sentence: string) => (sentence.match(/\{\w+\}/g) ?? []).sort()
