import { describe, expect, test } from 'bun:test'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFile } from '../../test/support/temporary-file.ts'
import { readConfig } from '../config.ts'
import { parseEnvironmentFile } from './environment-file.ts'

const read = (name: string, text: string) => parseEnvironmentFile(text, 'f').get(name)?.value

const readable: readonly (readonly [what: string, text: string, value: string])[] = [
  ['a plain value', 'A=b', 'b'],
  [
    'a value with & and ;, which a shell would take for commands',
    'A=redis://h?x=1&y=2;z',
    'redis://h?x=1&y=2;z',
  ],
  ['blanks around the value', 'A=  b c \t', 'b c'],
  ['a value in double quotes', 'A=" b & c "', ' b & c '],
  ['a value in single quotes', 'A=\'b "c" \\n\'', 'b "c" \\n'],
  ['escapes in double quotes', 'A="\\"\\\\\\$\\`\\n"', '"\\$`\\n'],
  ['two quoted parts', 'A="b"\'c\'', 'bc'],
  ['a quote inside a plain value', "A=it's", "it's"],
  ['a # inside a value', 'A=b#c', 'b#c'],
  ['an escaped character', 'A=b\\ c', 'b c'],
  ['a value over two lines', 'A=b\\\nc', 'bc'],
  ['a line break in quotes', 'A="b\nc"', 'b\nc'],
  ['no value', 'A=', ''],
  ['blanks before the name', '  A=b', 'b'],
  ['lines of Windows', 'A=b\r\nB=c\r\n', 'b'],
  ['comments and empty lines before it', '# A=x\n;A=y\n \n\nA=b', 'b'],
  ['a comment that goes on in the next line', '# x \\\nA=x\nA=b', 'b'],
  ['a # in quotes', 'A="b # c"', 'b # c'],
  ['a # right after =', 'A=#b', '#b'],
  ['lines in quotes that only look a little like variables', "A='b\nc=\n'", 'b\nc=\n'],
  ['a backslash at the end of the file', 'A=b\\', 'b'],
]

/** Reads environment.d with the parser of EnvironmentFile=, and prints what it read for a shell. */
const SYSTEMD = '/usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator'

describe('a file of variables is read as systemd reads it', () => {
  test.each(readable)('%s', (_, text, value) => expect(read('A', text)).toBe(value))

  // It prints no empty value, escapes line breaks and expands $.
  const comparable = readable.filter(
    ([, text, value]) => value !== '' && !value.includes('\n') && !text.includes('$'),
  )
  test.skipIf(!existsSync(SYSTEMD)).each(comparable)(
    'by this machine’s systemd, too: %s',
    (_, text, value) => {
      const file = temporaryFile('a.conf', text)
      const folder = join(dirname(file), 'environment.d')
      mkdirSync(folder)
      renameSync(file, join(folder, 'a.conf'))
      const { stdout } = Bun.spawnSync([SYSTEMD], {
        env: { XDG_CONFIG_HOME: dirname(file), HOME: dirname(file) },
      })
      const line = /^A=.*$/m.exec(stdout.toString())?.[0]
      expect(Bun.spawnSync(['sh', '-c', `${line}; printf %s "$A"`]).stdout.toString()).toBe(value)
    },
  )

  test('a commented setting is none', () => {
    expect(parseEnvironmentFile('#A=b\n ; A=c', 'f').size).toBe(0)
  })
})

describe('13.3 a mistake in a settings file is told with file and line', () => {
  const settings = (text: string) => temporaryFile('default', text)
  const said = (text: string, flags: readonly string[] = []) => {
    const file = settings(text)
    try {
      readConfig(['--settings', file, ...flags], {})
    } catch (error) {
      return String(error).replaceAll(file, 'FILE')
    }
    return 'nothing'
  }

  test.each([
    ['a quote that is not closed', '\n\nTHEME="/x', 'FILE:3: the quote after THEME= is not closed'],
    ['… and the next one', 'THEME="/x\nHSTS="off"', 'FILE:1: the quote after THEME= is not closed'],
    ['a single quote that is not closed', "HSTS='off", 'FILE:1: the quote after HSTS= is not closed'],
    ['a comment behind a value', '#\nHSTS=off # none', 'FILE:2: systemd takes the # after HSTS=, too,'],
    ['a comment behind a quoted value', 'HSTS="off" # none', 'FILE:1: systemd takes the # after HSTS='],
    ['a comment in place of a value', 'HSTS= # none', 'FILE:1: systemd takes the # after HSTS='],
    ['export', 'export HSTS=off', 'FILE:1: systemd skips a line with export: leave the word out'],
    ['a line without =', 'HSTS off', 'FILE:1: systemd skips this line: there is no = in it'],
    ['a flag', '--hsts=off', 'FILE:1: systemd skips this line: before = there may be letters, digits and _'],
    [
      'a name that is no setting',
      'HSTS="off\\\n"\nRESTCONF_ULR=x',
      'FILE:3: RESTCONF_ULR is not a setting; did you mean RESTCONF_URL?',
    ],
    [
      'a name that is given twice',
      'LISTEN=127.0.0.1:1\n# again\nLISTEN=127.0.0.1:2',
      'FILE:3: LISTEN is given twice, first in line 1: leave one of them out. Example: LISTEN=',
    ],
    [
      'another name that is no setting, with an example of its own',
      'LISTN=127.0.0.1:1',
      'FILE:1: LISTN is not a setting; did you mean LISTEN? Example: LISTEN=127.0.0.1:10000',
    ],
    ['a value that is wrong', '\nIDLE_TIMEOUT=30', 'FILE:2: IDLE_TIMEOUT: "30" is not a duration'],
    ['a value that is empty', 'THEME=', 'FILE:1: THEME: is empty'],
  ])('%s', (_, text, says) => {
    expect(said(text)).toStartWith(`WrongSetting: ${says}`)
    expect(said(text)).toMatch(/[.?] Example: [A-Z_]+=\S+$/)
  })

  test('a name that is like no setting has no example', () => {
    expect(said('COLOUR=red')).toBe(
      'WrongSetting: FILE:1: COLOUR is not a setting; portico --help lists them.',
    )
  })

  test('and no message repeats a value, which may be a password', () => {
    for (const line of ['SESSION_STORE="redis://:canary@h', 'export X=canary', 'canary', 'X-Y=canary'])
      expect(said(line)).not.toContain('canary')
  })

  test('what the system reads may stand there, and with a hook what the hook reads', () => {
    expect(said('TZ=UTC\nNO_COLOR=1\nLC_ALL=C')).toBe('nothing')
    expect(said('ON_LOGIN=/x.ts\nINVENTORY_DIR=/y')).toBe('nothing')
  })

  test('the file that the package installs has none, with what is commented out in it as well', () => {
    const text = readFileSync('packaging/default', 'utf8')
    expect(said(text)).toBe('nothing')
    const commented = text.match(/^#(?!DEVICE_PIN)[A-Z_]+=.*$/gm) ?? []
    expect(commented).toContain('#RESTCONF_URL=https://192.0.2.1/restconf')
    for (const line of commented) expect(said(text.replace(line, line.slice(1)))).toBe('nothing')
  })

  test('a file that others may write is not believed', () => {
    const file = temporaryFile('default', 'HSTS=off')
    chmodSync(file, 0o666)
    expect(() => readConfig(['--settings', file], {})).toThrow('others than its owner may write it')
  })

  test('a flag wins over the file, and the file over the environment', () => {
    const file = settings('MAX_SESSIONS=2\nIDLE_TIMEOUT=10m')
    const config = readConfig(['--settings', file, '--max-sessions', '1'], { MAX_SESSIONS: '3', HSTS: 'off' })
    expect(config).toMatchObject({ maxSessions: 1, idleTimeout: 600_000, hsts: undefined })
    expect([...config.given].sort()).toEqual(['hsts', 'idleTimeout', 'maxSessions'])
    expect(readConfig(['--settings', file], { MAX_SESSIONS: '3' }).maxSessions).toBe(2)
  })
})
