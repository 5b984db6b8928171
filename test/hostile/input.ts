import { ask, post, type Row } from './row.ts'

const invalid = 'Invalid request.'
const required = 'Username and password are required.'
const wrong = 'Invalid username or password.'

const login = (body: string, type: string) =>
  [
    'POST /login HTTP/1.1',
    'Host: {host}',
    'Connection: close',
    ...(type ? [`Content-Type: ${type}`] : []),
    'Content-Length: {length}',
    '',
    body,
  ].join('\r\n')

const good = 'username=admin&password=admin'

const otherTypes: readonly [string, string, string][] = [
  ['JSON', 'application/json', '{"username":"admin","password":"admin"}'],
  ['plain text', 'text/plain', good],
  ['no type', '', good],
  ['XML', 'application/xml', '<a/>'],
  ['bytes', 'application/octet-stream', good],
  ['a form with a longer name', 'application/x-www-form-urlencodedx', good],
  ['a form with a prefix', 'xapplication/x-www-form-urlencoded', good],
  ['a list of types', 'text/plain, application/x-www-form-urlencoded', good],
  ['a form as a parameter', 'text/plain; a=application/x-www-form-urlencoded', good],
  ['a tab in the type', 'application/x-www-form-urlencoded\ttext/plain', good],
  ['a part of an object', '__proto__', good],
  [
    'multipart',
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="username"\r\n\r\nadmin\r\n--b\r\nContent-Disposition: form-data; name="password"\r\n\r\nadmin\r\n--b--\r\n',
  ],
]

const sameType = [
  'application/x-www-form-urlencoded',
  'Application/X-WWW-Form-URLencoded',
  'application/x-www-form-urlencoded;charset=UTF-8',
  'application/x-www-form-urlencoded ; charset=utf-8',
]

const unreadable: readonly [string, string, string][] = [
  ['I3', 'an escape of no digits', 'username=admin&password=%zz'],
  ['I3', 'an escape of one digit', 'username=admin&password=%4'],
  ['I3', 'a bare percent sign', 'username=admin&password=100%'],
  ['I3', 'a broken escape in a name', 'user%name=admin&password=admin'],
  ['I3', 'an escape of JavaScript', 'username=admin&password=%u0041'],
  ['I4', 'a byte that is no UTF-8', 'username=admin&password=%ff'],
  ['I4', 'a raw byte that is no UTF-8', 'username=admin&password=\xff'],
  ['I4', 'an overlong slash', 'username=admin&password=%c0%af'],
  ['I4', 'a surrogate', 'username=admin&password=%ed%a0%80'],
  ['I4', 'half a character', 'username=adm%c3&password=admin'],
  ['I4', 'a code point beyond the last', 'username=admin&password=%f4%90%80%80'],
  ['I4', 'UTF-16', 'u\0s\0e\0r\0n\0a\0m\0e\0=\0\xff\xfe'],
  ['I8', 'two user names', 'username=admin&username=guest&password=admin'],
  ['I8', 'two passwords', 'username=admin&password=x&password=admin'],
  ['I8', 'two passwords that agree', 'username=admin&password=admin&password=admin'],
  ['I8', 'two spellings of one name', 'username=admin&%75sername=guest&password=admin'],
  ['I8', 'another field twice', 'username=admin&password=admin&x=1&x=2'],
]

const missing: readonly [string, string, string][] = [
  ['I9', 'an empty password', 'username=admin&password='],
  ['I9', 'an empty user name', 'username=&password=admin'],
  ['I9', 'no password', 'username=admin'],
  ['I9', 'nothing', ''],
  ['I9', 'ampersands', '&&&&'],
  ['I9', 'names without values', 'username&password'],
  ['I8', 'arrays', 'username[]=admin&password[]=admin'],
  ['I8', 'nesting', 'user[name]=admin&user[password]=admin'],
  ['I8', 'fields of a prototype', '__proto__[username]=admin&constructor.prototype.password=admin'],
  ['I8', 'fields in capitals', 'USERNAME=admin&PASSWORD=admin'],
  ['I8', 'fields with a blank', 'username =admin&password =admin'],
  ['I8', 'semicolons between fields', 'username=;password=admin'],
]

const controls = Array.from({ length: 32 }, (_, code) => `%${code.toString(16).padStart(2, '0')}`).join('')

/** What HTTP Basic cannot carry as it is. */
const unsendable: readonly [string, string][] = [
  ['every control character in the name', `username=${controls}&password=admin`],
  ['noncharacters beside a NUL in the name', 'username=%00%ef%b7%90%ef%bf%bf&password=admin'],
  ['a colon in the name', 'username=admin%3Ax&password=admin'],
  ['a NUL in the name', 'username=admin%00&password=admin'],
  ['a NUL behind the right password', 'username=admin&password=admin%00x'],
  ['a line break in the name', 'username=admin%0d%0aX-A:%20b&password=admin'],
  ['a line break in the password', 'username=admin&password=admin%0aX-A:%20b'],
  ['a tab in the password', 'username=admin&password=admin%09'],
  ['an escape character in the name', 'username=%1b[31madmin&password=admin'],
  ['DEL in the password', 'username=admin&password=admin%7f'],
  ['a C1 control in the name', 'username=%c2%85admin&password=admin'],
  ['a C1 control in the password', 'username=admin&password=admin%c2%9b'],
]

/** Bytes that invite normalisation: they are forwarded as they are. */
const exact: readonly [string, string, string][] = [
  ['blanks around both', 'username=%20admin%20&password=%20admin%20', ' admin : admin '],
  ['plus signs, which are blanks', 'username=+admin&password=a+b', ' admin:a b'],
  ['an escaped plus sign', 'username=admin&password=a%2bb', 'admin:a+b'],
  ['an escape inside an escape', 'username=admin&password=%2561', 'admin:%61'],
  ['an escape inside an escape inside an escape', 'username=admin&password=%252561', 'admin:%2561'],
  ['a colon in the password', 'username=admin&password=a:b', 'admin:a:b'],
  ['an equals sign in the password', 'username=admin&password=a=b', 'admin:a=b'],
  ['a composed letter', 'username=admin&password=%c3%a9', 'admin:\xc3\xa9'],
  ['the same letter in two parts', 'username=admin&password=e%cc%81', 'admin:e\xcc\x81'],
  ['a full-width letter', 'username=%ef%bd%81dmin&password=x', '\xef\xbd\x81dmin:x'],
  ['capitals', 'username=ADMIN&password=ADMIN', 'ADMIN:ADMIN'],
  ['an emoji', 'username=admin&password=%f0%9f%94%91', 'admin:\xf0\x9f\x94\x91'],
  ['a byte order mark', 'username=admin&password=%ef%bb%bfx', 'admin:\xef\xbb\xbfx'],
  ['the replacement character itself', 'username=admin&password=%ef%bf%bd', 'admin:\xef\xbf\xbd'],
  ['a character that is not seen', 'username=adm%e2%80%8bin&password=x', 'adm\xe2\x80\x8bin:x'],
  ['a text that runs backwards', 'username=%e2%80%aenimda&password=x', '\xe2\x80\xaenimda:x'],
  ['4096 bytes of password', `username=admin&password=${'p'.repeat(4096)}`, `admin:${'p'.repeat(4096)}`],
  ['one blank each', 'username=%20&password=%20', ' : '],
  ['markup', 'username=%3Cb%3E&password=%3Cb%3E', '<b>:<b>'],
  ['a template', 'username=%3C%25%3D7*7%25%3E&password=x', '<%=7*7%>:x'],
]

export const input: readonly Row[] = [
  ...otherTypes.map(([tries, type, body]) => ({
    ids: 'I1',
    tries: `a login as ${tries}`,
    send: login(body, type),
    answer: 200,
    says: invalid,
  })),
  ...sameType.map((type) => ({
    ids: 'I1',
    tries: `a login as ${type}, which works`,
    send: login(good, type),
    answer: 303,
    deviceCalls: 2,
  })),
  ...unreadable.map(([ids, tries, body]) => ({
    ids,
    tries,
    send: post('/login', body),
    answer: 200,
    says: invalid,
  })),
  ...missing.map(([ids, tries, body]) => ({
    ids,
    tries,
    send: post('/login', body),
    answer: 200,
    says: required,
  })),
  ...unsendable.map(([tries, body]) => ({
    ids: 'I6',
    tries,
    send: post('/login', body),
    answer: 200,
    says: wrong,
    log: 'login.refused',
  })),
  ...exact.map(([tries, body, shown]) => ({
    ids: 'I5',
    tries,
    send: post('/login', body),
    answer: 200,
    says: wrong,
    deviceIsShown: shown,
  })),
  {
    ids: 'I7',
    tries: 'credentials in the query',
    send: post('/login?username=admin&password=admin', ''),
    answer: 200,
    says: required,
  },
  {
    ids: 'I7',
    tries: 'credentials in the query of a GET',
    send: ask('GET', '/login?username=admin&password=admin'),
    answer: 200,
    never: /value="admin"|^set-cookie/im,
  },
  {
    ids: 'I2',
    tries: '10 000 fields',
    send: post('/login', Array.from({ length: 10_000 }, (_, n) => `f${n}=`).join('&')),
    answer: 413,
    says: invalid,
  },
  {
    ids: 'I2',
    tries: 'one byte more than fits',
    send: post('/login', `username=admin&password=${'a'.repeat(16_384 - 23 + 1)}`),
    answer: 413,
    says: invalid,
  },
  {
    ids: 'I2',
    tries: 'a length of 10 MiB with hardly anything behind it',
    send: [
      'POST /login HTTP/1.1',
      'Host: {host}',
      'Content-Type: application/x-www-form-urlencoded',
      'Content-Length: 10485760',
      '',
      good,
    ].join('\r\n'),
    answer: 413,
    says: invalid,
  },
  {
    ids: 'I2',
    tries: '32 KiB in chunks',
    send: [
      'POST /login HTTP/1.1',
      'Host: {host}',
      'Content-Type: application/x-www-form-urlencoded',
      'Transfer-Encoding: chunked',
      '',
      ...Array.from({ length: 32 }, () => `400\r\n${'a'.repeat(1024)}`),
      '0\r\n\r\n',
    ].join('\r\n'),
    answer: 413,
    says: invalid,
  },
  {
    ids: 'I2',
    tries: 'too much for a logout',
    send: post('/logout', `csrf={csrf}&x=${'a'.repeat(20_000)}`, 'Cookie: session={session}'),
    answer: 413,
  },
  {
    ids: 'I10 L1',
    tries: 'a name that is markup',
    send: post('/login', 'username=%22%3E%3Cscript%3Ealert(1)%3C/script%3E&password=x'),
    answer: 200,
    says: '&lt;script&gt;',
    never: '<script>alert(1)',
    deviceCalls: 1,
  },
  {
    ids: 'I10',
    tries: 'a name that is a template',
    send: post('/login', 'username=%3C%25%3D%20it.CsrfToken%20%25%3E&password=x'),
    answer: 200,
    says: '&lt;%= it.CsrfToken %&gt;',
    deviceCalls: 1,
  },
]
