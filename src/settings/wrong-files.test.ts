import { afterAll, describe, test } from 'bun:test'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { selfSigned } from '../../test/support/certificates.ts'
import { expectComplaint } from '../../test/support/complaint.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-wrong-'))
afterAll(() => rmSync(folder, { recursive: true }))

let count = 0
function file(text: string, mode = 0o600, name = `file-${++count}`): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}
function theme(files: Readonly<Record<string, string>>): string {
  const path = mkdtempSync(join(folder, 'theme-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text, { mode: 0o644 })
  return path
}

const [own, other] = [selfSigned('IP:127.0.0.1'), selfSigned('IP:127.0.0.1')]
const [cert, key, secret] = [file(own.cert), file(own.key), file(Buffer.alloc(32, 1).toString('base64'))]
const brokenChain = `${own.cert}-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----\n`
const locked = own.key.replaceAll('PRIVATE KEY', 'ENCRYPTED PRIVATE KEY')
const loop = join(folder, 'loop')
symlinkSync(loop, loop)
const open = join(folder, 'open')
mkdirSync(open)
chmodSync(open, 0o777)
const inTheOpen = file(Buffer.alloc(32, 3).toString('base64'), 0o600, 'open/secret')
mkdirSync(join(open, 'theme'))

const device = ['--restconf', 'https://127.0.0.1:9/restconf']

describe('13.3 a file that a setting names and that is no good is named, with what is wrong with it', () => {
  test.each([
    ['--listen', `unix:${cert}`, `${cert} is there already, and it is not a socket`],
    ['--listen', `unix:${folder}`, `${folder} is there already, and it is not a socket`],
    ['--listen', `unix:${cert}/s`, `${cert}/s: its folder is a file`],
    ['--tls-self-signed', cert, `${cert} is a file; a folder is needed`],
    ['--tls-self-signed', '/proc/nope', '/proc/nope cannot be made'],
    ['--tls-self-signed', open, `${open}: others than its owner may write it`],
    ['--session-secret-file', '/no/such/secret', '/no/such/secret does not exist'],
    ['--session-secret-file', `${cert}/x`, `${cert}/x does not exist: a part of this path is a file`],
    ['--session-secret-file', file('c2hvcnQ='), 'needs at least 32 bytes'],
    ['--session-secret-file', file('!!!'), 'key 1 of the session secret is not base64'],
    ['--session-secret-file', file(''), 'holds no key; openssl rand -base64 32 makes one'],
    ['--session-secret-file', folder, `${folder} is a folder; a file is needed`],
    [
      '--session-secret-file',
      file(Buffer.alloc(32, 2).toString('base64'), 0o644),
      'others than its owner may write it or read it; chmod 600 it',
    ],
    [
      '--session-secret-file',
      '/etc/passwd',
      '/etc/passwd: key 1 of the session secret is not base64; is this',
    ],
    ['--session-secret-file', '/dev/null', '/dev/null is a device; a file is needed'],
    ['--session-secret-file', inTheOpen, `${open}: others than its owner may write this folder`],
    ['--session-secret-file', loop, `${loop} leads in circles, by symbolic links`],
    ['--session-secret-file', `/${'x'.repeat(300)}`, 'is longer than a path may be'],
    ['--session-secret-file', '', 'is empty'],
    ['--on-login', '/no/such/hook.ts', '/no/such/hook.ts does not exist'],
    ['--on-login', folder, `${folder} is a folder; a file is needed`],
    ['--on-login', file('export default 5', 0o600, 'a.ts'), 'a.ts: its default export is not a function'],
    ['--on-login', file('\nexport default (', 0o600, 'b.ts'), 'b.ts cannot be loaded: line 2: '],
    [
      '--on-login',
      file('import x from "gone"\nexport default () => x', 0o600, 'c.ts'),
      'c.ts imports "gone"',
    ],
    ['--on-login', '/etc/passwd', '/etc/passwd cannot be loaded: line 1: '],
    ['--on-login', file('throw new Error("boom")', 0o600, 'd.ts'), 'd.ts throws while it is loaded: boom'],
    ['--on-login', file('', 0o666, 'e.ts'), 'e.ts: others than its owner may write it; chmod go-w it'],
    ['--features', '/no/such/features', '/no/such/features does not exist'],
    ['--features', folder, `${folder} is a folder; a file is needed`],
    ['--features', file('[]', 0o666), 'others than its owner may write it; chmod go-w it'],
    ['--features', file('\n{', 0o600, 'f'), `${folder}/f: line 2: not JSON: close brace expected`],
    ['--features', file('{}'), 'line 1: expected a list of features'],
    ['--features', file('[{ "key": "x" }]'), 'line 1: "resource" is missing'],
    ['--theme', '/no/such/theme', '/no/such/theme does not exist'],
    ['--theme', cert, `${cert} is a file; a theme is a folder`],
    ['--theme', '/dev/null', '/dev/null is a file; a theme is a folder'],
    [
      '--theme',
      '/tmp',
      '/tmp: others than its owner may write it; use a folder of its own, not a shared one',
    ],
    ['--models', '/no/such/models', '/no/such/models does not exist'],
    ['--models', cert, `${cert} is a file; a folder is needed`],
    ['--model-cache', cert, `${cert} is a file; a folder is needed`],
    ['--model-cache', `${cert}/x`, `${cert}/x does not exist: a part of this path is a file`],
    ['--model-cache', '/no/such/cache', '/no/such does not exist'],
    ['--model-cache', '/proc/nope', '/proc/nope cannot be made'],
    ['--theme', open, `${open}: others than its owner may write it`],
    ['--theme', theme({ 'logn.html': '' }), 'logn.html is not a file of a theme; did you mean login.html?'],
    ['--theme', theme({ 'menu.html': '<% if ( %>' }), 'menu.html, line 1: does not compile'],
    [
      '--theme',
      theme({ 'login.html': '<%= it.Eror %>' }),
      'login.html, line 1: The template asks for it.Eror',
    ],
    ['--device-ca', '/no/such/ca.pem', '/no/such/ca.pem does not exist'],
    ['--device-ca', file('nonsense'), 'there is no certificate in it (PEM, "-----BEGIN CERTIFICATE-----")'],
    ['--device-ca', key, 'there is no certificate in it'],
    ['--device-ca', folder, `${folder} is a folder; a file is needed`],
    ['--device-ca', file(own.cert, 0o666), 'others than its owner may write it; chmod go-w it'],
  ])('%s %s: %s', async (flag, value, says) => {
    await expectComplaint([...device, flag, value], flag, says)
  })

  const goodKey = ['--tls-key', key]
  test.each([
    ['/no/such', '/no/such does not exist'],
    [file('?'), 'there is no certificate in it'],
    [file(own.cert.slice(0, 200)), 'certificate 1 in it is damaged or cut off'],
    [file(brokenChain), 'certificate 2 in it is damaged or cut off'],
    [folder, `${folder} is a folder; a file is needed`],
  ])('--tls-cert %s: %s', async (path, says) => {
    await expectComplaint([...device, ...goodKey, '--tls-cert', path], '--tls-cert', says)
  })

  const goodCert = ['--tls-cert', cert]
  test.each([
    ['/no/such', '/no/such does not exist'],
    ['/etc/passwd', '/etc/passwd: there is no private key in it'],
    [cert, 'there is no private key in it'],
    [file(other.key), 'is not the key of the certificate'],
    [file(own.key.slice(0, 90)), 'the key in it is damaged or cut off'],
    [file(locked), 'the key is locked with a passphrase'],
    [file(own.key, 0o644), 'others than its owner may write it or read it; chmod 600 it'],
    [folder, `${folder} is a folder; a file is needed`],
  ])('--tls-key %s: %s', async (path, says) => {
    await expectComplaint([...device, ...goodCert, '--tls-key', path], '--tls-key', says)
  })

  test.each([
    ['sqlite:/no/such/s.db', 'its folder does not exist'],
    [`sqlite:${folder}`, 'cannot be used: it is a folder'],
    [`sqlite:${cert}`, 'cannot be used: it is not a database'],
    ['redis://u:canary@h@x/0', 'is not of the form redis://user:password@host:port/0'],
    ['redis://localhost/0?x=canary', 'has an option other than'],
    ['rediss://localhost/0?ca=/no/such', 'names a ca that cannot be read: its file does not exist'],
    ['redis+sentinel://h:1', 'names no master'],
    ['redis://h:99999', 'has no valid host and port'],
  ])('--session-store %s: %s', async (url, says) => {
    const flags = [...device, '--session-store', url, '--session-secret-file', secret]
    await expectComplaint(flags, '--session-store', says)
  })
})

test
  .skipIf(process.geteuid?.() !== 0)
  .each(['--session-secret-file', '--on-login', '--features', '--device-ca'])(
  '12.12 %s from another user’s hands is refused',
  async (flag) => {
    const content = flag === '--session-secret-file' ? Buffer.alloc(32, 4).toString('base64') : own.cert
    const foreign = file(content, 0o600, `foreign${flag}.ts`)
    chownSync(foreign, 12_345, 12_345)
    await expectComplaint([...device, flag, foreign], flag, 'it belongs to user 12345, who could change it')
  },
)

test('12.12 a theme, a hook and a secret in a folder that others may write are refused', async () => {
  for (const flag of ['--session-secret-file', '--on-login', '--features', '--device-ca'])
    await expectComplaint(
      [...device, flag, inTheOpen],
      flag,
      `${open}: others than its owner may write this folder`,
    )
  await expectComplaint(
    [...device, '--theme', `${open}/theme`],
    '--theme',
    `${open}: others than its owner may`,
  )
})
