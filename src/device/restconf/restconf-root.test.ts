import { expect, test } from 'bun:test'
import { parseRestconfRoot } from './restconf-root.ts'

test('an http or https address is taken, IPv6 and a missing port included', () => {
  for (const text of [
    'https://192.0.2.1/restconf',
    'http://router:8080/restconf/',
    'https://[2001:db8::1]:443/restconf',
  ]) {
    expect(parseRestconfRoot(text)).toBeInstanceOf(URL)
  }
})

test('an IPv6 zone is refused in a sentence that says what to do instead', () => {
  for (const text of ['https://[fe80::1%eth0]/restconf', 'https://[fe80::1%25eth0]/restconf']) {
    expect(() => parseRestconfRoot(text)).toThrow(/IPv6 zone .* use another address/)
  }
})

test('what is not a plain address is refused in one sentence that repeats no secret', () => {
  const refusals: [string, RegExp][] = [
    ['', /must be a URL/],
    ['192.0.2.1', /must be a URL/],
    ['ftp://device/restconf', /must be a URL/],
    ['https://admin:canary@device/restconf', /must not contain a user name or a password/],
    ['https://admin@device/restconf', /must not contain a user name or a password/],
    ['https://device/restconf?x=1', /no \? and no #/],
    ['https://device/restconf?', /no \? and no #/],
    ['https://device/restconf#top', /no \? and no #/],
  ]
  for (const [text, sentence] of refusals) {
    expect(() => parseRestconfRoot(text)).toThrow(sentence)
    expect(() => parseRestconfRoot(text)).not.toThrow(/canary/)
  }
})
