import { expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ServerSecret } from '../../src/session/server-secret.ts'
import { parseEnvironmentFile } from '../../src/settings/environment-file.ts'

/**
 * Every command that README.md and docs/operations.md tell people to type, and what runs it: a test or script by its
 * path, or why it cannot run here.
 */
const runBy: Readonly<Record<string, string>> = {
  'npm ci && npm start': 'src/cli/demo.test.ts starts the demo, .ci/run installs',
  'npm run serve -- --restconf https://192.0.2.1/restconf': 'test/executable.test.ts, with another address',
  'npm run build': 'test/executable.test.ts builds the same way',
  'npm run package': 'test/packages/packages.test.ts builds the same packages',
  'apt install ./portico_0.1.0_amd64.deb': 'test/packages/packages.test.ts, by dpkg',
  'portico doctor --restconf https://192.0.2.1/restconf': 'src/doctor/doctor.test.ts, with another address',
  'editor /etc/default/portico': 'not run: an editor',
  'systemctl restart portico':
    'not run: no systemd is running here; packages.test.ts runs what the unit says',
  'SESSION_STORE="redis://portico:secret@store.example:6379/0?ca=/etc/portico/store.pem&prefix=portico"':
    'test/examples/documented-commands.test.ts, by a shell and by our parser',
  'portico doctor --settings /etc/default/portico': 'src/doctor/doctor.test.ts, with another file',
  'portico model --restconf https://192.0.2.1/restconf --summary':
    'src/cli/model-of-device.test.ts, with another address',
  'install -o root -g portico -m 0640 key.pem /etc/portico/key.pem': 'not run: needs the package installed',
  'npm start -- --listen 127.0.0.1:8080': 'src/cli/demo.test.ts, with another address',
  'npm run build -- --target linux-arm64': 'scripts/package.ts builds for it, which packages.test.ts runs',
  'npm run bench': 'not run: it takes hours; bench/main.ts names a row that does not exist',
  'portico --help': 'test/commands.test.ts',
  'portico demo': 'test/commands.test.ts',
  'portico doctor': 'src/doctor/doctor.test.ts',
  'portico model': 'src/cli/model-of-device.test.ts',
  'portico model --help': 'src/cli/model-of-device.test.ts',
  'portico serve --settings FILE': 'test/commands.test.ts',
  'portico theme': 'test/theme-command.test.ts',
  'systemctl reload portico': 'not run: no systemd is running here; test/tls.test.ts sends SIGHUP',
  'systemctl status portico': 'not run: no systemd is running here',
  'journalctl -u portico': 'not run: no journal here',
  'journalctl -u portico -e': 'not run: no journal here',
  "journalctl -t portico -o cat | jq -R 'fromjson? // .'": 'not run: no journal here',
  'skopeo copy oci:dist/portico-oci:0.1.0 docker-daemon:portico:0.1.0': 'not run: no container engine here',
  'portico doctor --restconf https://192.0.2.1/restconf --through https://portico.example/':
    'src/doctor/examine.test.ts, with other addresses',
  'usermod -aG portico www-data': 'not run: changes accounts of the machine',
  '(umask 077; (head -c 32 /dev/urandom | base64 -w0; echo; cat /etc/portico/session-secret) > /etc/portico/new)':
    'test/examples/documented-commands.test.ts, in a folder of its own',
  'chown portico:portico /etc/portico/new && mv /etc/portico/new /etc/portico/session-secret':
    'not run: needs the package installed',
  'portico sessions --user admin --settings /etc/default/portico': 'src/cli/sessions.test.ts',
  'portico sessions --user admin --end all --settings /etc/default/portico': 'src/cli/sessions.test.ts',
}

const documented = [
  ...new Set(['README.md', 'docs/operations.md'].flatMap((file) => commandsIn(readFileSync(file, 'utf8')))),
]

test('every documented command is run by a test, or it is said why not', () => {
  expect(documented.filter((command) => runBy[command] === undefined)).toEqual([])
  expect(Object.keys(runBy).filter((command) => !documented.includes(command))).toEqual([])
})

test('what is said to run a command is there, or it is said that it is not run', () => {
  const named = Object.values(runBy).filter((by) => !by.startsWith('not run: '))
  expect(named.filter((by) => !existsSync(/^[\w./-]+\.ts/.exec(by)?.[0] ?? ''))).toEqual([])
})

test('the settings file means the same to systemd and to a shell', () => {
  const line = documented.find((command) => command.startsWith('SESSION_STORE=')) ?? ''
  const { stdout } = Bun.spawnSync(['sh', '-c', `${line}; printf %s "$SESSION_STORE"`])
  expect(parseEnvironmentFile(line, 'default').get('SESSION_STORE')?.value).toBe(stdout.toString())
  expect(stdout.toString()).toContain('&prefix=portico')
})

test('the command that adds a key to the secret file leaves two that the service reads', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-secret-'))
  try {
    const key = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')
    writeFileSync(join(folder, 'session-secret'), key())
    const command = documented.find((each) => each.startsWith('(umask 077;')) ?? ''
    expect(Bun.spawnSync(['sh', '-c', command.replaceAll('/etc/portico', folder)]).exitCode).toBe(0)
    const lines = readFileSync(join(folder, 'new'), 'utf8').trim().split('\n')
    expect(lines).toHaveLength(2)
    expect(() => ServerSecret.parse(lines.join('\n'))).not.toThrow()
  } finally {
    rmSync(folder, { recursive: true })
  }
})

/** What stands in backquotes within a sentence, and indented lines that are no output: those begin with a result of the doctor, a folder of the source or many blanks. */
function commandsIn(text: string): string[] {
  const inline = /`((?:npm|portico|systemctl|journalctl) [^`]+)`/g
  const blocks = [...text.matchAll(/^ {4}(\S.*)$/gm)]
    .map(([, line = '']) => line.replace(/\s{2,}#.*$/, '').trim())
    .filter((line) =>
      /^(npm|portico|apt|editor|systemctl|skopeo|usermod|install|chown|\(|[A-Z_]+=)/.test(line),
    )
    .filter((line) => !/^portico: /.test(line))
  return [...blocks, ...[...text.matchAll(inline)].map(([, line = '']) => line)]
}
