import { expect, test } from 'bun:test'
import { readConfig } from '../config.ts'
import { silentLog } from '../log.ts'
import { warnAtStart } from './warnings.ts'

/** The warnings that a start with these flags gives. */
function warned(flags: readonly string[], env: Record<string, string> = {}) {
  const events: string[] = []
  const log = {
    ...silentLog,
    warn: (event: string, fields = {}) => void events.push([event, ...Object.values(fields)].join(' ')),
  }
  warnAtStart(readConfig(flags, {}), log, { argv: [...flags], env })
  return events
}

test.each([
  ['127.0.0.1:80', undefined, false],
  ['localhost:80', undefined, false],
  ['[::1]:80', undefined, false],
  ['unix:/run/portico.sock', undefined, false],
  ['0.0.0.0:80', undefined, true],
  ['[::]:80', undefined, true],
  ['192.0.2.1:80', 'none', true],
  ['0.0.0.0:80', '127.0.0.1,unix', true],
  ['0.0.0.0:80', '10.0.0.1', false],
])('listening on %s, trusting %s: plain HTTP is warned of? %p', (listen, proxies, isWarned) => {
  const trusted = proxies === undefined ? [] : ['--trusted-proxies', proxies]
  const events = warned(['--listen', listen, ...trusted])
  expect(events.map((line) => line.split(' ')[0])).toEqual(isWarned ? ['service.unencrypted'] : [])
})

test('a certificate of our own is no plain HTTP', () => {
  expect(warned(['--listen', '0.0.0.0:443', '--tls-self-signed', '/tmp/tls'])).toEqual([])
})

test.each([
  ['http://192.0.2.1/restconf', true],
  ['http://router.example/restconf', true],
  ['http://127.0.0.1/restconf', false],
  ['http://127.8.8.8:8080/restconf', false],
  ['http://localhost/restconf', false],
  ['http://[::1]/restconf', false],
  ['https://192.0.2.1/restconf', false],
])('12.22 the password goes to %s in the clear over the network? %p', (restconf, isWarned) => {
  const expected = [`device.unencrypted ${restconf} https:// in --restconf`]
  expect(warned(['--restconf', restconf])).toEqual(isWarned ? expected : [])
})

test.each([
  ['127.0.0.1:9100', false],
  ['[::1]:9100', false],
  ['0.0.0.0:9100', true],
  ['192.0.2.1:9100', true],
])('12.15 metrics at %s can be read from elsewhere? %p', (metrics, isWarned) => {
  const events = warned(['--metrics-listen', metrics])
  expect(events.map((line) => line.split(' ')[0])).toEqual(isWarned ? ['metrics.reachable'] : [])
})

test('12.8 variables that change whose certificates are trusted are named', () => {
  const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_EXTRA_CA_CERTS: '/a', SSL_CERT_FILE: '/b', HOME: '/' }
  expect(warned([], env)).toEqual([
    'process.trust-changed NODE_EXTRA_CA_CERTS NODE_TLS_REJECT_UNAUTHORIZED SSL_CERT_FILE',
  ])
})

test('issue 12 #8: the unit takes these variables away from the service', async () => {
  const unit = await Bun.file('packaging/portico.service').text()
  const unset = [...unit.matchAll(/^UnsetEnvironment=(.*)$/gm)].flatMap(([, names = '']) => names.split(' '))
  const env = Object.fromEntries(unset.map((name) => [name, 'x']))
  const [ofCode = '', ofTrust = ''] = warned([], env)
  expect(ofCode).toStartWith('process.environment ')
  for (const name of ['NODE_OPTIONS', 'BUN_OPTIONS', 'LD_PRELOAD']) expect(ofCode.split(' ')).toContain(name)
  expect(ofTrust.split(' ').slice(1)).toEqual([
    ...['NODE_EXTRA_CA_CERTS', 'NODE_TLS_REJECT_UNAUTHORIZED', 'NODE_USE_SYSTEM_CA'],
    ...['SSLKEYLOGFILE', 'SSL_CERT_DIR', 'SSL_CERT_FILE'],
  ])
})

test.each([
  [
    ['--idle-timeout', '13h'],
    '--idle-timeout is longer than --absolute-timeout, which ends the session first',
  ],
  [
    ['--idle-timeout', '30m', '--absolute-timeout', '20m'],
    '--idle-timeout is longer than --absolute-timeout',
  ],
  [['--device-timeout', '20s'], '--device-timeout is longer than --login-deadline, which ends a login first'],
  [
    ['--device-timeout', '3s'],
    '--device-timeout devices delay the answer to a wrong password by 2 s and more',
  ],
  [['--listen-mode', '0600'], '--listen-mode is for a unix socket, and --listen is a port'],
  [['--restconf', 'http://[::1]/', '--insecure-tls'], '--insecure-tls is for a device with https'],
])('13.1 %j is said at the start', (flags, because) => {
  const [line, ...others] = warned(flags)
  expect(line).toStartWith(`setting.questionable ${because}`)
  expect(others).toEqual([])
})

test.each([
  [['--absolute-timeout', '20m']],
  [['--login-deadline', '5s']],
  [['--listen', 'unix:/run/x', '--listen-mode', '0600']],
])('%j causes no warning: what it cuts short is only a default', (flags) => {
  expect(warned(flags)).toEqual([])
})
