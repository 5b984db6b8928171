import { afterAll, describe, expect, test } from 'bun:test'
import { complaint, expectComplaint } from '../../test/support/complaint.ts'
import { readConfig } from '../config.ts'
import { settingRows } from './settings.ts'

const taken = Bun.serve({ port: 0, hostname: '127.0.0.1', reusePort: false, fetch: () => new Response() })
afterAll(() => taken.stop(true))

const device = ['--restconf', 'https://127.0.0.1:9/restconf']

describe('13.3 a wrong value stops the start with one line that names flag, variable, problem and an example', () => {
  test.each([
    ['--restconf', 'device', 'this is not an http:// or https:// address'],
    ['--restconf', '', 'this is not an http:// or https:// address'],
    ['--restconf', '192.0.2.1', 'this is not an http:// or https:// address'],
    ['--restconf', 'https://', 'this is not an http:// or https:// address'],
    ['--restconf', 'https://192.0.2.1:99999/', '99999 is not a port: a port is 1 to 65535'],
    ['--restconf', 'ftp://192.0.2.1/restconf', 'this is not an http:// or https:// address'],
    ['--restconf', 'https://a:canary@192.0.2.1/', 'must not contain a user name or a password'],
    ['--restconf', 'https://[fe80::1%eth0]/', 'an IPv6 zone (like %eth0) cannot be part of the address'],
    ['--restconf', 'https://[fe80::1%25eth0]/', 'an IPv6 zone (like %eth0) cannot be part of the address'],
    ['--restconf', 'https://192.0.2.1/?a=b', 'no ? and no #'],
    ['--restconf', 'https://192.0.2.1/#top', 'no ? and no #'],
    ['--listen', '10000', '"10000" is neither HOST:PORT nor unix:PATH'],
    ['--listen', 'host:99999', '99999 is not a port: a port is 1 to 65535'],
    ['--listen', '[::1]:65536', '65536 is not a port: a port is 1 to 65535'],
    ['--listen', ':80', '":80" is neither HOST:PORT nor unix:PATH'],
    ['--listen', '[::1]', '"[::1]" is neither HOST:PORT nor unix:PATH'],
    ['--listen', '::1:80', '"::1:80" is neither HOST:PORT nor unix:PATH'],
    ['--listen', 'unix:', 'is empty'],
    ['--listen', `127.0.0.1:${taken.port}`, `something else listens on 127.0.0.1:${taken.port} already`],
    ['--listen', '192.0.2.77:80', '192.0.2.77 is not an address of this machine'],
    ['--listen', 'no.such.host.invalid:80', 'no.such.host.invalid is not an address of this machine'],
    ['--listen', 'unix:/no/such/folder/s', '/no/such/folder/s: its folder does not exist'],
    ['--listen', `unix:/tmp/${'x'.repeat(110)}`, 'is longer than the path of a socket may be, 107 bytes'],
    ['--listen-mode', 'abc', '"abc" is not a mode like 0660'],
    ['--listen-mode', '0999', '"0999" is not a mode like 0660'],
    ['--insecure-tls', 'perhaps', '"perhaps" is neither 1, true, 0 nor false'],
    ['--trusted-proxies', 'everybody', '"everybody" is neither an IP address nor a network'],
    ['--trusted-proxies', '10.0.0.0/64', '"10.0.0.0/64"'],
    ['--trusted-proxies', 'fe80::1%eth0', '"fe80::1%eth0"'],
    ['--trusted-proxies', '', 'is empty'],
    ['--allowed-hosts', 'https://host', '"https://host" is not a host name'],
    ['--allowed-hosts', 'host:80', '"host:80" is not a host name'],
    ['--allowed-hosts', 'a,b c', '"b c" is not a host name'],
    ['--allowed-hosts', '', 'is empty'],
    ['--hsts', 'always', '"always" has no max-age=SECONDS'],
    ['--hsts', 'max-age=1\r\nSet-Cookie: a=b', 'cannot stand in a header'],
    ['--hsts', '', 'is empty'],
    ['--session-store', 'postgres://db', 'must be one of memory:, sqlite:PATH'],
    ['--session-store', 'memory', 'must be one of memory:, sqlite:PATH'],
    ['--session-store', 'sqlite:', 'must be one of memory:, sqlite:PATH'],
    ['--session-store', 'sqlite::memory:', 'the store for sessions in memory is memory:'],
    ['--idle-timeout', '30', '"30" is not a duration like 10s, 30m or 12h'],
    ['--idle-timeout', '0m', '"0m" is not a duration'],
    ['--idle-timeout', '1.5h', '"1.5h" is not a duration'],
    ['--absolute-timeout', 'never', '"never" is not a duration'],
    ['--absolute-timeout', '', '"" is not a duration'],
    ['--max-sessions', '0', '"0" is not a whole number above 0'],
    ['--max-sessions', '1e9', '"1e9" is not a whole number above 0'],
    ['--max-sessions-per-user', '1.5', '"1.5" is not a whole number above 0'],
    ['--login-attempts', '10', '"10" is neither off nor like 10/60s'],
    ['--login-attempts', '10/never', '"never" is not a duration'],
    ['--login-attempts', '0/60s', '"0" is not a whole number above 0'],
    ['--login-attempts', '10/1h', '"1h" is longer than 10m'],
    ['--device-timeout', '-1s', '"-1s" is not a duration'],
    ['--login-deadline', '15 s', '"15 s" is not a duration'],
    ['--device-concurrency', 'many', '"many" is not a whole number above 0'],
    ['--drain-timeout', '10', '"10" is not a duration'],
    ['--console-url', 'javascript:alert(1)', 'is not a URL like https://{host}:7681/'],
    ['--console-url', 'console', '"console" is not a URL'],
    ['--console-url', 'https://{name}:7681/', '"https://{name}:7681/" is not a URL'],
    ['--metrics-listen', '9100', '"9100" is not HOST:PORT'],
    ['--metrics-listen', 'localhost:123456', '123456 is not a port: a port is 1 to 65535'],
    ['--metrics-listen', 'unix:/x', '"unix:/x" is not HOST:PORT'],
    ['--log-level', 'loud', '"loud" is none of debug, info, warn, error'],
    ['--log-format', 'xml', '"xml" is none of json, pretty'],
    ['--device-pin', 'sha256:short', 'a pin is "sha256:" and the SHA-256 of the public key in base64'],
    ['--device-pin', 'md5:abc', 'a pin is "sha256:"'],
  ])('%s %s: %s', async (flag, value, says) => {
    await expectComplaint([...(flag === '--restconf' ? [] : device), flag, value], flag, says)
  })

  test.each([
    ['--restconf', [], 'is missing: give the RESTCONF root of your device'],
    ['--restconf', ['--restconf'], 'needs a value, URL'],
    ['--theme', [...device, '--theme', '--insecure-tls'], 'needs a value, DIR'],
    ['--restconf', [...device, ...device], 'is given twice'],
    [
      '--session-secret-file',
      [...device, '--session-store', 'sqlite:/tmp/s.db'],
      'is missing: sessions outside',
    ],
  ])('%s in %j: %s', async (flag, flags, says) => {
    await expectComplaint(flags, flag, says)
  })

  test('a word that belongs to no setting is named', async () => {
    for (const word of ['--restconfs', 'more', '-x', '--'])
      expect(await complaint([...device, word])).toBe(`${word}: there is no such setting; --help lists them`)
  })

  test('from a variable it is the same line, and what may be a password is never repeated', () => {
    const read = () => readConfig([], { RESTCONF_URL: 'https://admin:canary@192.0.2.1/' })
    expect(read).toThrow(/^--restconf \(or RESTCONF_URL\): (?!.*canary)/)
  })
})

const pin = `sha256:${Buffer.alloc(32, 1).toString('base64')}`
const plain = ['--restconf', 'http://127.0.0.1:9/restconf']

describe('13.1 settings that contradict each other are refused', () => {
  const isPlain = 'is for a device with https, and --restconf is http://127.0.0.1:9/restconf'
  test.each([
    ['--device-pin', [...plain, '--device-pin', pin], isPlain],
    ['--device-ca', [...plain, '--device-ca', '/etc/ca.pem'], isPlain],
    ['--device-pin', [...device, '--device-pin', pin, '--device-ca', '/etc/ca.pem'], 'excludes --device-ca'],
    ['--insecure-tls', [...device, '--insecure-tls', '--device-pin', pin], 'excludes --device-pin'],
    ['--insecure-tls', [...device, '--insecure-tls', '--device-ca', '/etc/ca.pem'], 'excludes --device-ca'],
    ['--tls-key', [...device, '--tls-cert', '/etc/c.pem'], 'is missing, and --tls-cert needs it'],
    ['--tls-cert', [...device, '--tls-key', '/etc/k.pem'], 'is missing, and --tls-key needs it'],
    ['--tls-self-signed', [...device, '--tls-self-signed', '/x', '--tls-cert', '/c'], 'excludes --tls-cert'],
    [
      '--listen',
      [...device, '--listen', 'unix:/tmp/s', '--tls-self-signed', '/x'],
      'no TLS on a unix socket',
    ],
  ])('%s in %j: %s', async (flag, flags, says) => {
    await expectComplaint(flags, flag, says)
  })
})

test('each example is right itself', () => {
  for (const [, { flag, example, read }] of settingRows) expect(() => read(example), flag).not.toThrow()
})
