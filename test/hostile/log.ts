import { get, post, type Row } from './row.ts'

/** What could make one line of a log look like two, or like something else. */
const names: readonly [string, string][] = [
  ['a line break', '%0d%0a{"event":"login.succeeded"}'],
  ['a bare line feed', '%0aadmin'],
  ['an escape sequence', '%1b[2J'],
  ['DEL', '%7f%7f%7f'],
  ['a C1 control', '%c2%9b31m'],
  ['a line separator', '%e2%80%a8admin'],
  ['a paragraph separator', '%e2%80%a9admin'],
  ['a mark that turns the direction around', '%e2%80%aenimda'],
  ['an isolate', '%e2%81%a6admin'],
  ['an Arabic letter mark', '%d8%9cadmin'],
  ['characters that are not seen', 'ad%e2%80%8bm%ef%bb%bfin'],
  ['a tag beyond the first plane', '%f3%a0%81%81admin'],
  ['quotes and braces', '%22}%7b%22event%22:%22login.succeeded'],
  ['4 KiB', 'n'.repeat(4096)],
  ['4 KiB of emoji', '%f0%9f%94%91'.repeat(1024)],
  ['a part of an object', '__proto__'],
  ['a placeholder of a formatter', `%25s%25d%25j\${7*7}`],
]

export const log: readonly Row[] = [
  ...names.map(([tries, name]) => ({
    ids: 'L1',
    tries: `a user name with ${tries}`,
    send: post('/login', `username=${name}&password=`),
    answer: 200,
    log: 'login.refused',
  })),
  {
    ids: 'L1',
    tries: 'a path with an escape sequence',
    send: post('/%1b[2J%0d%0a', 'csrf=x', 'Origin: http://evil.example'),
    answer: 403,
    log: 'forgery.refused',
  },
  {
    ids: 'P1 L1',
    tries: 'a password in the query and in headers',
    send: get('/?password=pw-7f3c9a51', 'Referer: http://{host}/?p=pw-7f3c9a51', 'User-Agent: pw-7f3c9a51'),
    answer: 303,
  },
  {
    ids: 'P1',
    tries: 'a password in the field for the name',
    send: post('/login', 'username=canary&password=pw-7f3c9a51'),
    answer: 303,
    deviceCalls: 2,
    log: 'login.succeeded',
  },
  {
    ids: 'P6',
    tries: 'a path that could be said back',
    send: get('/%3Cscript%3Ealert(1)', 'Cookie: session={session}'),
    answer: 404,
    never: /alert\(1\)/,
  },
]
