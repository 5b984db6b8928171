import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { StoreMisconfigured } from '../session-store.ts'
import { parseRedisUrl } from './redis-url.ts'

describe('the address of a redis', () => {
  test('names host, port, user, password and database, percent-encoded where need be', () => {
    expect(parseRedisUrl('redis://portico:p%40ss%3A%2F@db.example:6380/3?prefix=edge:')).toEqual({
      kind: 'single',
      nodes: [{ host: 'db.example', port: 6_380 }],
      masterName: '',
      db: 3,
      username: 'portico',
      password: 'p@ss:/',
      sentinelUsername: undefined,
      sentinelPassword: undefined,
      tls: undefined,
      prefix: '{edge:}',
    })
  })

  test('may leave out what is usual', () => {
    const { nodes, db, username, password, prefix } = parseRedisUrl('redis://:secret@[::1]')
    expect(nodes).toEqual([{ host: '::1', port: 6_379 }])
    expect({ db, username, password, prefix }).toEqual({
      db: 0,
      username: undefined,
      password: 'secret',
      prefix: '{portico:}',
    })
  })

  test('of sentinels names them all, and the master they watch', () => {
    const place = parseRedisUrl('rediss+sentinel://u:p@h1,h2:26380/mymaster?db=2&sentinel-password=s')
    expect(place.nodes).toEqual([
      { host: 'h1', port: 26_379 },
      { host: 'h2', port: 26_380 },
    ])
    expect(place).toMatchObject({
      kind: 'sentinel',
      masterName: 'mymaster',
      db: 2,
      tls: { rejectUnauthorized: true },
      sentinelPassword: 's',
    })
  })

  test('of a cluster names some of its nodes', () => {
    const place = parseRedisUrl('redis+cluster://h1:7000,h2:7001')
    expect(place).toMatchObject({ kind: 'cluster', nodes: [{ port: 7_000 }, { port: 7_001 }] })
  })

  test.each([
    ['redis://', 'is not of the form'],
    ['redis://user:secret@', 'is not of the form'],
    ['redis+weird://h:1', 'is not of the form'],
    ['redis://h:99999', 'no valid host and port'],
    ['redis://h:1,', 'no valid host and port'],
    ['redis://h/nine', 'not a number'],
    ['redis://%zz@h', 'percent-encoded'],
    ['redis://h?tls=yes', 'an option other than'],
    ['redis://user:se/cret@h:6379/0', '/ is written %2F'],
    ['redis://user:se?cret@h:6379/0', '? %3F'],
    ['redis://h?prefix=', 'prefix'],
    ['redis://h?prefix={a}', 'prefix'],
    ['redis://h?ca=/ca.pem', 'only rediss://'],
    ['rediss://h?ca=/nowhere/ca.pem', 'cannot be read: its file does not exist'],
    ['redis+sentinel://h:1', 'names no master'],
    ['redis+cluster://h:1?db=1', 'a cluster has none but 0'],
  ])('that is wrong stops the start with one sentence: %s', (url, sentence) => {
    expect(() => parseRedisUrl(url)).toThrow(StoreMisconfigured)
    expect(() => parseRedisUrl(url)).toThrow(sentence)
  })

  test('that is wrong is not repeated: it may hold a password', () => {
    for (const url of [
      'redis://u:secret@h:x',
      'redis://u:secret@',
      'redis://u:secret',
      'redis://u:se%zzcret@h',
    ])
      expect(() => parseRedisUrl(url)).not.toThrow(/secret|se%zzcret/)
  })

  test('P1 whatever password stands in it raw, no four characters of it are repeated', async () => {
    const ownWords = await Bun.file(`${import.meta.dir}/redis-url.ts`).text()
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.base64String(),
      fc.constantFrom(
        '/',
        '?',
        '@',
        ':',
        '#',
        '&',
        '%',
        ',',
        '?ca=',
        '&ca=',
        '?db=',
        '&prefix={',
        '[::1]',
        ':6379',
      ),
    )
    const password = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(''))
    const around = fc.constantFrom(
      ...['redis://user:*@h:1/0', 'rediss://:*@h', 'redis+cluster://u:*@h:1,h:2', 'redis://user:*', '*'],
      ...['redis+sentinel://u:*@h:1/m', 'rediss+sentinel://h/m?sentinel-password=*', 'redis://*@h:1/0'],
    )
    fc.assert(
      fc.property(around, password, (url, secret) => {
        const said = refusalOf(url.split('*').join(secret))
        const pieces = Array.from({ length: secret.length - 3 }, (_, at) => secret.slice(at, at + 4))
        expect(pieces.filter((part) => said.includes(part) && !ownWords.includes(part))).toEqual([])
      }),
      { numRuns: 5_000 },
    )
  })

  test('P1 a piece of a password is not taken for a host', () => {
    for (const url of [
      'redis+sentinel://user:1234/x@h/m',
      'redis://user:1234?prefix=x@h',
      'redis://u:x@y/z@h',
    ])
      expect(() => parseRedisUrl(url)).toThrow('is not of the form')
  })
})

/** All that could be shown of it. */
function refusalOf(url: string): string {
  try {
    parseRedisUrl(url)
    return ''
  } catch (error) {
    expect(error).toBeInstanceOf(StoreMisconfigured)
    return error instanceof Error ? `${error.message} ${error.cause}` : ''
  }
}
