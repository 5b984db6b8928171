import { describe, expect, test } from 'bun:test'
import { faultIn } from './theme-rules.ts'

const bytesOf = (text: string) => Buffer.from(text, 'latin1')
const faultOf = (name: string, text: string) => faultIn(name, bytesOf(text), [])

const PNG = '\x89PNG\r\n\x1a\n'

describe('a picture of a theme is what its name says', () => {
  test.each([
    ['images/logo.png', 'is not a PNG picture, whatever its name says'],
    ['images/logo.jpg', 'is not a JPEG picture, whatever its name says'],
    ['images/logo.jpeg', 'is not a JPEG picture, whatever its name says'],
    ['images/logo.webp', 'is not a WebP picture, whatever its name says'],
    ['images/logo.svg', 'is not an SVG picture'],
    ['favicon.ico', 'is not an icon, whatever its name says'],
  ])('%s that is a page, or empty, is refused', (name, what) => {
    expect(faultOf(name, '<html>Not found</html>')).toEqual({ line: 1, what })
    expect(faultOf(name, '')).toEqual({ line: 1, what })
  })

  test.each([
    ['images/a.png', PNG],
    ['images/a.jpg', '\xff\xd8\xff\xe0'],
    ['images/a.jpeg', '\xff\xd8\xff\xe1'],
    ['images/a.webp', 'RIFF\n\r\0\0WEBPVP8 '],
    ['favicon.ico', '\0\0\x01\0'],
    ['favicon.ico', PNG],
  ])('%s that is one is fine', (name, bytes) => expect(faultOf(name, bytes)).toBeUndefined())
})

describe('theme.json says in which line it is wrong', () => {
  test.each([
    [
      'a comma after the last member',
      '{\n  "product": "Harbour OS",\n\n}\n',
      2,
      ': there is a comma too many',
    ],
    ['a comma in the same line', '{"product": "Harbour OS", }', 1, ': there is a comma too many'],
    ['a comma that is missing', '{\n"product": "a"\n"title": "b"}', 3, ''],
    ['a brace that is missing', '{\n"product": "a",', 2, ''],
    ['no text at all', '', 1, ''],
  ])('%s', (_, text, line, more) => {
    expect(faultOf('theme.json', text)).toEqual({ line, what: `is not JSON${more}` })
  })
})
