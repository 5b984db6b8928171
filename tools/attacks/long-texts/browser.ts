/** A request of a browser that is as costly as its length allows; Latin-1, one character a byte. */
interface BrowserText {
  readonly what: string
  readonly request: string
}

const utf8 = (text: string) => Buffer.from(text).toString('latin1')
const MARKS = '\u0301'.repeat(3_900) + '\u0316'.repeat(3_900)
const MAX_HEADER = 15_000

export function browserTexts(from: string): readonly BrowserText[] {
  const post = (body: string, path = '/login') =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${from}\r\nConnection: close\r\n` +
    `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const get = (header: string, path = '/login') =>
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${header}\r\n\r\n`
  const filled = (start: string, piece: string) =>
    start + piece.repeat(Math.floor((MAX_HEADER - start.length) / piece.length))

  return [
    {
      what: 'user name of combining marks, from an address turned away',
      request: post(`username=${utf8(MARKS)}&password=x`),
    },
    {
      what: 'the same, percent-encoded',
      request: post(`username=${encodeURIComponent(MARKS).slice(0, 16_200)}&password=x`),
    },
    {
      what: 'user name of characters that expand',
      request: post(`username=${utf8('\ufdfa'.repeat(5_400))}&password=x`),
    },
    { what: 'user name of markup', request: post(`username=${'<'.repeat(16_300)}&password=x`) },
    { what: 'password of combining marks', request: post(`username=victim&password=${utf8(MARKS)}`) },
    { what: 'eight thousand fields', request: post('&a'.repeat(8_100)) },
    {
      what: 'a path to come back to',
      request: post(`language=en&from=${'/a'.repeat(8_000)}!`, '/preferences'),
    },
    { what: 'Cookie: seven thousand of them', request: get(filled('Cookie: ', 'a;')) },
    { what: 'Cookie: a long `known`', request: get(filled('Cookie: known=', 'AAAA~')) },
    {
      what: 'Cookie: two sessions, on a path of many folders',
      request: get('Cookie: session=a; session=b', '/a'.repeat(5_000)),
    },
    { what: 'Accept-Language', request: get(filled('Accept-Language: ', 'x;q=0.1,')) },
    { what: 'Accept-Language of parameters', request: get(filled('Accept-Language: x', ';q= 1')) },
    {
      what: 'Accept-Encoding, for an asset',
      request: get(filled('Accept-Encoding: ', 'gzip;q=0  ,'), '/favicon.ico'),
    },
    { what: 'Accept', request: get(filled('Accept: ', 'application/a+b+c+d+json,'), '/session') },
    { what: 'User-Agent', request: get(filled('User-Agent: ', 'Mac OS Chrome ')) },
    { what: 'X-Forwarded-For of trusted hops', request: get(filled('X-Forwarded-For: ', '::1,')) },
    { what: 'X-Forwarded-For of brackets', request: get(filled('X-Forwarded-For: ', '[]')) },
    { what: 'X-Forwarded-Proto', request: get(filled('X-Forwarded-Proto: ', 'https,')) },
    { what: 'Host', request: get('').replace('localhost', 'a.'.repeat(7_000)) },
    {
      what: 'Origin with a host of combining marks',
      request: post('a=b').replace(
        'Host:',
        `Origin: http://${'%CC%81'.repeat(1_200)}${'%CC%96'.repeat(1_200)}\r\nHost:`,
      ),
    },
    {
      what: 'Referer with a host of combining marks',
      request: post('a=b').replace(
        'Host:',
        `Referer: http://a${'%CC%81'.repeat(1_200)}${'%CC%96'.repeat(1_200)}/\r\nHost:`,
      ),
    },
    {
      what: 'Referer with a host of many labels',
      request: post('a=b').replace('Host:', `Referer: http://${'%C3%A9.'.repeat(2_000)}a/\r\nHost:`),
    },
    { what: 'a token of dots', request: post(`username=a&password=b&csrf=${'.'.repeat(16_000)}`) },
    { what: 'a path of many folders', request: get('A: b', '/a'.repeat(7_000)) },
    { what: 'a query', request: get('A: b', `/login?${'a&'.repeat(7_000)}`) },
  ]
}
