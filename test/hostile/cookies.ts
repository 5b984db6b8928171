import { get, logIn, post, type Row } from './row.ts'

const toLogin = /^location: \/login\r$/im

/** Values of a session cookie that no login ever gave out. */
const values: readonly [string, string][] = [
  ['an empty value', ''],
  ['a part of an object', '__proto__'],
  ['another part of an object', 'constructor'],
  ['a pattern', '*'],
  ['a pattern for keys', 'session:*'],
  ['a quote', "' OR '1'='1"],
  ['JSON', '{"username":"admin"}'],
  ['a template', `\${7919*7907}`],
  ['a script', '<script>alert(1)</script>'],
  ['percent-encoded line breaks', '%0d%0aSet-Cookie:%20a=b'],
  ['percent-encoded NUL', 'a%00b'],
  ['a broken escape', '%zz'],
  ['8 KiB', 'a'.repeat(8192)],
  ['a byte that is no UTF-8', '\xff\xfe'],
  ['UTF-8', '\xc3\xa9'.repeat(21)],
  ['one character too few', 'A'.repeat(42)],
  ['one character too many', 'A'.repeat(44)],
  ['a token that was never issued', 'A'.repeat(43)],
  ['a token with padding', `${'A'.repeat(42)}=`],
  ['a token in quotes', `"${'A'.repeat(43)}"`],
  ['a token with a slash', `${'A'.repeat(42)}/`],
  ['a path', '../../../../etc/passwd'],
  ['a Redis command', '*1\\r\\n$8\\r\\nFLUSHALL\\r\\n'],
  ['a number', '0'],
  ['true', 'true'],
]

/** Ways to send credentials other than the cookie. */
const otherWays: readonly [string, string][] = [
  ['Basic', 'Authorization: Basic YWRtaW46YWRtaW4='],
  ['Bearer', 'Authorization: Bearer {session}'],
  ['a header', 'X-Session: {session}'],
  ['a cookie of another name', 'Cookie: sessionid={session}'],
  ['a cookie whose name is a longer one', 'Cookie: xsession={session}'],
  ['a cookie in capitals', 'Cookie: SESSION={session}'],
  ['a cookie with an attribute as its name', 'Cookie: $Path=/; Session={session}'],
  ['a cookie with a prefix', 'Cookie: __Host-session={session}'],
  ['a second cookie format', 'Cookie2: session={session}'],
]

const two: readonly [string, string][] = [
  ['ours first', 'Cookie: session={session}; session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
  ['ours last', 'Cookie: session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA; session={session}'],
  ['in two headers', 'Cookie: session={session}\r\nCookie: session=other'],
  ['one of them empty', 'Cookie: session={session}; session='],
  ['one of them with blanks', 'Cookie: session={session};    session=x'],
]

export const cookies: readonly Row[] = [
  ...values.map(([tries, value]) => ({
    ids: 'C6',
    tries: `a session that is ${tries}`,
    send: get('/', `Cookie: session=${value}`),
    answer: 303,
    says: toLogin,
    never: /62615533|^set-cookie: (a|session)=/im,
  })),
  ...values.slice(0, 8).map(([tries, value]) => ({
    ids: 'C6',
    tries: `a request-forgery cookie that is ${tries}`,
    send: get('/login', `Cookie: csrf=${value}`),
    answer: 200,
    never: /alert\(1\)|^set-cookie:/im,
  })),
  ...values.slice(0, 12).map(([tries, value]) => ({
    ids: 'C6',
    tries: `theme, language and notice that are ${tries}`,
    send: get('/login', `Cookie: theme=${value}; language=${value}; notice=${value}`),
    answer: 200,
    never: /alert\(1\)|FLUSHALL|OR '1'/,
  })),
  ...otherWays.map(([tries, line]) => ({
    ids: 'C5',
    tries,
    send: get('/', line),
    answer: 303,
    says: toLogin,
    never: /www-authenticate/i,
  })),
  ...two.map(([tries, line]) => ({
    ids: 'C4',
    tries: `two sessions, ${tries}`,
    send: get('/', line),
    answer: 303,
    says: toLogin,
    never: 'admin',
  })),
  {
    ids: 'C4',
    tries: 'the same session twice, which is one',
    send: get('/session', 'Cookie: session={session}; session={session}'),
    answer: 200,
  },
  {
    ids: 'C6',
    tries: 'a line break inside the cookie',
    send: 'GET / HTTP/1.1\r\nHost: {host}\r\nCookie: session=a\rb\r\n\r\n',
    answer: 400,
  },
  {
    ids: 'C6',
    tries: '300 cookies',
    send: get('/', `Cookie: ${Array.from({ length: 300 }, (_, n) => `c${n}=${n}`).join('; ')}`),
    answer: 303,
    says: toLogin,
  },
  {
    ids: 'S2',
    tries: 'a session and a token of their own choice to log in with',
    send: logIn(
      'Cookie: session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA; csrf=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    ),
    answer: 303,
    never: 'AAAAAAAAAAAAA',
    says: /^set-cookie: session=(?!A{43})[\w-]{43};/im,
    deviceCalls: 2,
  },
  {
    ids: 'S2',
    tries: 'a session of their own choice in the form',
    send: post('/login', 'username=admin&password=admin&session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'),
    answer: 303,
    never: 'AAAAAAAAAAAAA',
    deviceCalls: 2,
  },
  {
    ids: 'S3',
    tries: 'logging in again in the same browser',
    send: logIn('Cookie: session={session}; csrf={csrf}', 'X-CSRF-Token: {csrf}'),
    answer: 303,
    says: /^set-cookie: session=[\w-]{43};/im,
    deviceCalls: 2,
    session: 'ends',
  },
]
