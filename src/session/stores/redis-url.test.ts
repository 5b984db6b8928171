import { describe, expect, test } from 'bun:test'
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
      tls: {},
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
    ['redis://h?tls=yes', 'the option tls'],
    ['redis://h?prefix=', 'prefix'],
    ['redis://h?prefix={a}', 'prefix'],
    ['redis://h?ca=/ca.pem', 'only rediss://'],
    ['rediss://h?ca=/nowhere/ca.pem', '/nowhere/ca.pem, which cannot be read'],
    ['redis+sentinel://h:1', 'names no master'],
    ['redis+cluster://h:1?db=1', 'a cluster has none but 0'],
  ])('that is wrong stops the start with one sentence: %s', (url, sentence) => {
    expect(() => parseRedisUrl(url)).toThrow(StoreMisconfigured)
    expect(() => parseRedisUrl(url)).toThrow(sentence)
  })

  test('that is wrong is not repeated: it may hold a password', () => {
    for (const url of ['redis://u:secret@h:x', 'redis://u:secret@', 'redis://u:se%zzcret@h'])
      expect(() => parseRedisUrl(url)).not.toThrow(/secret|se%zzcret/)
  })
})
