import { get, type Row } from './row.ts'

const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: {host}\r\n\r\n'
const form = 'Content-Type: application/x-www-form-urlencoded'

const postTo = (headers: string, body: string) =>
  `POST /login HTTP/1.1\r\nHost: {host}\r\n${form}\r\n${headers}\r\n\r\n${body}`
const chunked = (body: string) => postTo('Transfer-Encoding: chunked', body)

/** Messages whose end can be read in two ways: behind a proxy, the rest would become part of another user's request. */
const twoReadings: readonly [string, string, string][] = [
  ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked', `0\r\n\r\n${smuggled}`],
  ['chunks and a length', 'Transfer-Encoding: chunked\r\nContent-Length: 5', `0\r\n\r\n${smuggled}`],
  ['two lengths that differ', 'Content-Length: 0\r\nContent-Length: 60', smuggled],
  ['the same length twice', 'Content-Length: 5\r\nContent-Length: 5', `hello${smuggled}`],
  ['a list of lengths', 'Content-Length: 5, 5', `hello${smuggled}`],
  ['a length with a plus', 'Content-Length: +5', `hello${smuggled}`],
  ['a negative length', 'Content-Length: -5', `hello${smuggled}`],
  ['a hexadecimal length', 'Content-Length: 0x5', `hello${smuggled}`],
  ['a length with a unit', 'Content-Length: 5b', `hello${smuggled}`],
  ['a length with a fraction', 'Content-Length: 5.0', `hello${smuggled}`],
  ['a length with a blank inside', 'Content-Length: 5 5', `hello${smuggled}`],
  ['an empty length', 'Content-Length: ', `hello${smuggled}`],
  ['a length beyond 64 bits', 'Content-Length: 18446744073709551621', `hello${smuggled}`],
  ['a length with a blank before the colon', 'Content-Length : 5', `hello${smuggled}`],
  ['a length on a folded line', 'X-A: b\r\n Content-Length: 5', `hello${smuggled}`],
  ['a coding on top of chunks', 'Transfer-Encoding: gzip, chunked', `0\r\n\r\n${smuggled}`],
  ['chunks that are not the last coding', 'Transfer-Encoding: chunked, identity', `0\r\n\r\n${smuggled}`],
  ['a misspelt coding', 'Transfer-Encoding: xchunked', `0\r\n\r\n${smuggled}`],
  ['two codings', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', `0\r\n\r\n${smuggled}`],
  ['chunks twice', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked', `0\r\n\r\n${smuggled}`],
  ['a coding in quotes', 'Transfer-Encoding: "chunked"', `0\r\n\r\n${smuggled}`],
  ['a coding behind a vertical tab', 'Transfer-Encoding:\x0bchunked', `0\r\n\r\n${smuggled}`],
  ['a coding with a parameter', 'Transfer-Encoding: chunked;q=1', `0\r\n\r\n${smuggled}`],
  ['a coding with a blank before the colon', 'Transfer-Encoding : chunked', `0\r\n\r\n${smuggled}`],
  ['a coding on a folded line', 'Transfer-Encoding:\r\n chunked', `0\r\n\r\n${smuggled}`],
  ['an empty coding', 'Transfer-Encoding: ', `0\r\n\r\n${smuggled}`],
  ['the identity coding', 'Transfer-Encoding: identity\r\nContent-Length: 5', `hello${smuggled}`],
  ['a NUL in the coding', 'Transfer-Encoding: chunked\0', `0\r\n\r\n${smuggled}`],
]

const brokenChunks: readonly [string, string][] = [
  ['a chunk size that is no number', 'zz\r\n\r\n'],
  ['a negative chunk size', '-1\r\n\r\n'],
  ['a chunk size with a prefix', '0x3\r\na=b\r\n0\r\n\r\n'],
  ['a chunk size with a sign', '+3\r\na=b\r\n0\r\n\r\n'],
  ['a chunk size beyond 64 bits', 'fffffffffffffffff\r\na'],
  ['an empty chunk size', '\r\na=b\r\n0\r\n\r\n'],
  ['chunks ended by bare line feeds', '3\na=b\n0\n\n'],
  ['a chunk extension ended by a bare line feed', '3;\nxx\r\na=b\r\n0\r\n\r\n'],
  ['a chunk longer than its size', '3\r\na=bcdef\r\n0\r\n\r\n'],
]

const malformed: readonly [string, string][] = [
  ['a folded header line', 'GET /login HTTP/1.1\r\nHost: {host}\r\nX-A: b\r\n c\r\n\r\n'],
  ['a blank before a colon', 'GET /login HTTP/1.1\r\nHost: {host}\r\nX-A : b\r\n\r\n'],
  ['a header without a name', 'GET /login HTTP/1.1\r\nHost: {host}\r\n: b\r\n\r\n'],
  ['a header without a colon', 'GET /login HTTP/1.1\r\nHost: {host}\r\ngarbage\r\n\r\n'],
  ['a blank before the first header', 'GET /login HTTP/1.1\r\n X-A: b\r\nHost: {host}\r\n\r\n'],
  ['a NUL in a header', 'GET /login HTTP/1.1\r\nHost: {host}\r\nX-A: a\0b\r\n\r\n'],
  ['a carriage return in a header', 'GET /login HTTP/1.1\r\nHost: {host}\r\nX-A: a\rSet-Cookie: b\r\n\r\n'],
  ['a control character in a header', 'GET /login HTTP/1.1\r\nHost: {host}\r\nX-A: a\x01b\r\n\r\n'],
  ['a NUL in a header name', 'GET /login HTTP/1.1\r\nHost: {host}\r\nX\0A: b\r\n\r\n'],
  ['two blanks in the request line', 'GET  /login HTTP/1.1\r\nHost: {host}\r\n\r\n'],
  ['a target without a slash', 'GET login HTTP/1.1\r\nHost: {host}\r\n\r\n'],
  ['an empty line first', '\r\n\r\nGET /login HTTP/1.1\r\nHost: {host}\r\n\r\n'],
  ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
  ['bytes of no protocol', '\xff\xfe\xfd\r\n\r\n'],
  ['the greeting of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
]

const otherVersions: readonly [string, string][] = [
  ['HTTP/0.9', 'GET /login\r\n\r\n'],
  ['HTTP/0.9 by name', 'GET /login HTTP/0.9\r\nHost: {host}\r\n\r\n'],
  ['HTTP/1.2', 'GET /login HTTP/1.2\r\nHost: {host}\r\n\r\n'],
  ['HTTP/2.0', 'GET /login HTTP/2.0\r\nHost: {host}\r\n\r\n'],
  ['HTTP/11', 'GET /login HTTP/11\r\nHost: {host}\r\n\r\n'],
  ['http/1.1 in small letters', 'GET /login http/1.1\r\nHost: {host}\r\n\r\n'],
  ['another protocol', 'GET /login SIP/2.0\r\nHost: {host}\r\n\r\n'],
  ['bare line feeds', 'GET /login HTTP/1.1\nHost: {host}\n\n'],
  ['a tab in the request line', 'GET\t/login\tHTTP/1.1\r\nHost: {host}\r\n\r\n'],
  ['a NUL in the target', 'GET /login\0 HTTP/1.1\r\nHost: {host}\r\n\r\n'],
]

/** The server takes no trailers; and the answer that was ready by then is not given beside its own. */
const beforeTrailers: readonly [string, string][] = [
  ['trailers that look like headers', chunked('3\r\na=b\r\n')],
  ['trailers that were announced', postTo('Transfer-Encoding: chunked\r\nTrailer: Host', '3\r\na=b\r\n')],
  ['trailers behind a body that is too large', chunked(`4400\r\n${'a'.repeat(0x4400)}\r\n`)],
  [
    'trailers of a change from elsewhere',
    postTo('Transfer-Encoding: chunked\r\nOrigin: http://evil.test', '3\r\na=b\r\n'),
  ],
  ['trailers of a page', `GET /login HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n\r\n`],
  ['trailers of an asset', `GET /favicon.ico HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n\r\n`],
  ['trailers behind a bad host', `GET /login HTTP/1.1\r\nHost: a b\r\nTransfer-Encoding: chunked\r\n\r\n`],
]

const refusesParsing = [400, 505, 0] as const

export const framing: readonly Row[] = [
  ...twoReadings.map(([tries, headers, body]) => ({
    ids: 'F1',
    tries,
    send: postTo(headers, body),
    answer: refusesParsing,
  })),
  ...brokenChunks.map(([tries, body]) => ({
    ids: 'F1',
    tries,
    send: chunked(`${body}${smuggled}`),
    answer: refusesParsing,
  })),
  ...malformed.map(([tries, send]) => ({ ids: 'F1', tries, send, answer: refusesParsing })),
  ...otherVersions.map(([tries, send]) => ({ ids: 'F2', tries, send, answer: refusesParsing })),
  {
    ids: 'F1',
    tries: 'chunks in HTTP/1.0',
    send: `POST /login HTTP/1.0\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    answer: refusesParsing,
  },
  ...beforeTrailers.map(([tries, send]) => ({
    ids: 'F1',
    tries,
    send: `${send}0\r\nHost: evil.example\r\nCookie: session=x\r\n\r\n${smuggled}`,
    answer: 400,
    never: 'evil',
  })),
  {
    ids: 'F1',
    tries: 'a coding spelt with an underscore, which is no coding',
    send: postTo('Transfer_Encoding: chunked\r\nContent-Length: 5\r\nConnection: close', '0\r\n\r\n'),
    answer: 200,
    says: 'Username and password are required.',
  },
  {
    ids: 'F3',
    tries: '64 KiB of one header',
    send: get('/login', `X-A: ${'a'.repeat(65_536)}`),
    answer: 431,
  },
  {
    ids: 'F3',
    tries: '300 headers',
    send: get('/login', ...Array.from({ length: 300 }, (_, n) => `X-${n}: a`)),
    answer: 431,
  },
  { ids: 'F3', tries: '20 KB of query', send: get(`/login?${'a'.repeat(20_000)}`), answer: [414, 431] },
  { ids: 'F3', tries: '10 KB of query', send: get(`/login?${'a'.repeat(10_000)}`), answer: 200 },
  {
    ids: 'F3',
    tries: 'headers named like parts of an object',
    send: get('/login', '__proto__: x', 'constructor: y', 'toString: z', 'hasOwnProperty: 1'),
    answer: 200,
  },
  {
    ids: 'F4',
    tries: 'an upgrade to WebSocket',
    send: ask(
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Version: 13',
    ),
    answer: 200,
  },
  {
    ids: 'F4',
    tries: 'an upgrade to HTTP/2',
    send: ask(
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA',
    ),
    answer: 200,
  },
  {
    ids: 'F4',
    tries: 'an upgrade with a session',
    send: ask('Connection: Upgrade', 'Upgrade: websocket', 'Cookie: session={session}'),
    answer: 200,
  },
]

/** An upgrade needs the Connection header for itself, so HTTP/1.0 ends the connection. */
function ask(...headers: string[]): string {
  return ['GET /login HTTP/1.0', 'Host: {host}', ...headers, '', ''].join('\r\n')
}
