import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { X509Certificate } from 'node:crypto'
import { type Certificate, selfSigned } from '../../test/support/certificates.ts'
import { startTestDevice, type TestDevice } from '../../test/support/device/test-device.ts'
import { questionableSettings, readConfig } from '../config.ts'
import { Credentials } from '../device/credentials.ts'
import { parseDeclaredFeatures } from '../features/declared.ts'
import { builtInProbes } from '../features/features.ts'
import { examine } from './examine.ts'
import { conclude, type Finding, type Patient } from './findings.ts'

let device: TestDevice
beforeAll(async () => {
  device = await startTestDevice()
})
afterEach(() => device.faults.clear())
afterAll(() => device.stop())

const patient = (change: Partial<Patient> = {}): Patient => ({
  root: new URL(device.url),
  trust: { kind: 'system' },
  timeoutMs: 5_000,
  deadlineMs: 10_000,
  probes: builtInProbes,
  credentials: new Credentials('admin', 'admin'),
  through: undefined,
  ...change,
})

const failureOf = (findings: readonly Finding[]) => findings.find(({ result }) => result === 'failed')

test('a healthy device passes every step, and each says what was seen', async () => {
  const reported: Finding[] = []
  const findings = await examine(patient(), (finding) => reported.push(finding))
  expect(findings.map(({ result }) => result)).toEqual(findings.map(() => 'ok'))
  expect(findings.map(({ step }) => step)).toEqual([
    ...['name', 'connection', 'certificate', 'RESTCONF root', 'stranger'],
    ...['credentials', 'YANG library', 'services', 'features', 'model'],
  ])
  expect(findings.at(-2)?.seen).toContain('"console" on, "the service" on')
  expect(findings.at(-2)?.seen).toContain('a login costs 2 requests')
  expect(findings.at(-1)?.seen).toMatch(/^19 modules, \d+ nodes; 23 texts from the device$/)
  expect(reported).toEqual([...findings])
})

test('without credentials the device is examined as far as a stranger gets', async () => {
  const findings = await examine(patient({ credentials: undefined }))
  expect(findings.at(-1)).toMatchObject({ step: 'credentials', result: 'skipped' })
  expect(failureOf(findings)).toBeUndefined()
})

describe('each fault is found at its step, and nothing behind it is tried', () => {
  test.each([
    [
      'a web page instead of RESTCONF',
      { kind: 'html' },
      'media-type',
      'Something other than RESTCONF answers',
    ],
    ['a redirect', { kind: 'redirect', to: 'http://127.0.0.1:1/' }, 'redirect', 'final address'],
    [
      'RESTCONF down behind its web server',
      { kind: 'bad-gateway' },
      'status-502',
      'the RESTCONF server behind it',
    ],
    ['a connection that is cut', { kind: 'reset' }, 'connection-reset', 'cut the connection'],
    ['a device that hangs', { kind: 'hang' }, 'timeout', '--device-timeout'],
  ] as const)('%s', async (_, fault, code, remedy) => {
    device.faults.set(fault)
    const findings = await examine(patient({ timeoutMs: code === 'timeout' ? 300 : 10_000 }))
    const failure = failureOf(findings)
    expect(failure).toMatchObject({ step: 'RESTCONF root' })
    expect(failure?.seen).toContain(`(${code})`)
    expect(failure?.remedy).toContain(remedy)
    expect(findings.slice(4).every(({ result }) => result === 'skipped')).toBe(true)
  })

  test('a redirect says where it would lead, and cannot steer the terminal', async () => {
    device.faults.set({ kind: 'redirect', to: 'https://login.example/\u009bm' })
    const failure = failureOf(await examine(patient()))
    expect(failure?.seen).toMatch(/^answers 302 with text\/html, to https:\/\/login\.example\/Â?\uFFFDm;/)
  })

  test('a device that is switched off', async () => {
    const { port } = device
    await device.goDead()
    const findings = await examine(patient({ root: new URL(`http://127.0.0.1:${port}/restconf`) }))
    await device.comeBack()
    expect(failureOf(findings)).toMatchObject({ step: 'connection' })
    expect(failureOf(findings)?.seen).toContain('(connection-refused)')
  })

  test('a wrong path: the root that the device itself names is told', async () => {
    const findings = await examine(patient({ root: new URL('/api', device.url) }))
    expect(failureOf(findings)).toMatchObject({ step: 'RESTCONF root' })
    expect(failureOf(findings)?.remedy).toContain(`names this root: ${device.url}`)
  })

  test('12.21 plain HTTP sent to an HTTPS port, whatever the port answers', async () => {
    const certificate = selfSigned('IP:127.0.0.1')
    const secure = await startTestDevice({ tls: certificate })
    const root = new URL(secure.url.replace('https:', 'http:'))
    const failure = failureOf(await examine(patient({ root })))
    await secure.stop()
    expect(failure).toMatchObject({
      step: 'RESTCONF root',
      seen: 'this port expects HTTPS, but the request was plain HTTP',
      remedy: `Write ${secure.url} in --restconf.`,
    })
  })

  test('12.21 a wrong password', async () => {
    const findings = await examine(patient({ credentials: new Credentials('admin', 'guess') }))
    expect(failureOf(findings)).toMatchObject({ step: 'credentials' })
    expect(failureOf(findings)?.seen).toContain(
      'refuses this name and password: wrong, locked, expired or not allowed here',
    )
  })

  test('TLS asked of a port that has none', async () => {
    const root = new URL(device.url.replace('http:', 'https:'))
    const failure = failureOf(await examine(patient({ root })))
    expect(failure).toMatchObject({ step: 'certificate' })
    expect(failure?.remedy).toContain('Does the device speak TLS on this port?')
  })
})

test('services that this account may not read are a warning: the login works, the shortcuts stay off', async () => {
  device.faults.set({ kind: 'status', status: 500 }, { resource: 'infix-services:web' })
  const findings = await examine(patient())
  expect(failureOf(findings)).toBeUndefined()
  expect(findings.find(({ step }) => step === 'services')).toMatchObject({
    result: 'warning',
    seen: 'infix-services:web cannot be read (status-500)',
  })
  const features = findings.find(({ step }) => step === 'features')
  expect(features?.seen).toContain('"console" off, "the service" off')
})

test('12.21 a name that HTTP Basic cannot carry says nothing about the device', async () => {
  device.journal.clear()
  const findings = await examine(patient({ credentials: new Credentials('ad:min', 'admin') }))
  const found = findings.find(({ step }) => step === 'credentials')
  expect(found).toMatchObject({ result: 'skipped' })
  expect(found?.seen).toStartWith(
    'nothing was sent, so this says nothing about the device: HTTP Basic cannot carry a colon',
  )
  expect(conclude(findings)).toBe('not-tried')
  expect(device.journal.entries.filter(({ username }) => username !== undefined)).toEqual([])
})

test('12.21 a setting that will not do what it says is a warning, such as --device-timeout below 4 s', async () => {
  const flags = ['--restconf', device.url, '--device-timeout', '3s']
  const findings = await examine(patient({ remarks: questionableSettings(readConfig(flags, {})) }))
  expect(findings[0]).toMatchObject({ step: 'settings', result: 'warning' })
  expect(findings[0]?.seen).toStartWith('--device-timeout devices delay the answer to a wrong password')
})

test.each([
  [
    'resource the device does not know',
    '{ "key": "lights", "resource": "acme:lights", "leaf": "on", "equals": true }',
    /"lights" off; .*; cannot be read: acme:lights \(status-4\d\d\)$/,
  ],
  [
    'module the device does not list',
    '{ "key": "radius", "module": "ietf-systm", "feature": "radius" }, { "key": "users", "module": "ietf-system", "feature": "none" }',
    /"radius" off, "users" off; .*; the YANG library of the device lists no module ietf-systm$/,
  ],
])('13.3 a declared feature whose %s is a finding, and not only off', async (_, declared, seen) => {
  const { probes } = parseDeclaredFeatures(`[${declared}]`)
  const findings = await examine(patient({ probes: [...builtInProbes, ...probes] }))
  const found = findings.find(({ step }) => step === 'features')
  expect(found).toMatchObject({ result: 'warning', seen: expect.stringMatching(seen) })
  expect(found?.remedy).toContain('--features')
})

test('a device that takes its time is a warning', async () => {
  device.faults.set({ kind: 'slow', ms: 600 }, { path: '/restconf/data/i' })
  const findings = await examine(patient())
  expect(failureOf(findings)).toBeUndefined()
  const features = findings.find(({ step }) => step === 'features')
  expect(features).toMatchObject({ result: 'warning' })
  expect(features?.remedy).toStartWith('The device is slow')
})

test('a device that takes longer than a login may is a failure, as it is for the service', async () => {
  device.faults.set({ kind: 'slow', ms: 300 })
  const failure = failureOf(await examine(patient({ deadlineMs: 100 })))
  expect(failure).toMatchObject({ step: 'credentials' })
  expect(failure?.remedy).toContain('--login-deadline')
})

describe('a certificate that no authority has signed', () => {
  let secure: TestDevice
  let certificate: Certificate
  beforeAll(async () => {
    certificate = selfSigned('IP:127.0.0.1')
    secure = await startTestDevice({ tls: certificate })
  })
  afterAll(() => secure.stop())
  const root = () => new URL(secure.url)

  test('is told with its fingerprint and the pin to copy, and the password is not sent', async () => {
    const failure = failureOf(await examine(patient({ root: root() })))
    expect(failure).toMatchObject({ step: 'certificate' })
    expect(failure?.seen).toContain('(tls-untrusted)')
    expect(failure?.remedy).toMatch(
      /fingerprint ([0-9A-F]{2}:){31}[0-9A-F]{2} .* --device-pin sha256:\S{44}$/,
    )
    expect(secure.journal.entries).toEqual([])
  })

  test('is trusted with that pin', async () => {
    const [, pin = ''] =
      /sha256:(\S{44})$/.exec(failureOf(await examine(patient({ root: root() })))?.remedy ?? '') ?? []
    const findings = await examine(patient({ root: root(), trust: { kind: 'pin', sha256: pin } }))
    expect(failureOf(findings)).toBeUndefined()
    expect(findings.find(({ step }) => step === 'certificate')?.seen).toContain('its key is the pinned one')
  })

  test('12.21 is not trusted with another pin; the fingerprint and the pin that were seen are told', async () => {
    const trust = { kind: 'pin', sha256: Buffer.alloc(32).toString('base64') } as const
    const { fingerprint256, publicKey } = new X509Certificate(certificate.cert)
    const key = publicKey.export({ type: 'spki', format: 'der' })
    const pin = `sha256:${new Bun.CryptoHasher('sha256').update(key).digest('base64')}`
    const failure = failureOf(await examine(patient({ root: root(), trust })))
    expect(failure?.seen).toContain(`its fingerprint is ${fingerprint256} and its key is ${pin}`)
    expect(failure?.remedy).toEndWith(`--device-pin ${pin}`)
  })

  test('is trusted as its own authority', async () => {
    const trust = { kind: 'ca', pem: certificate.cert } as const
    expect(failureOf(await examine(patient({ root: root(), trust })))).toBeUndefined()
  })

  test('for another name says so', async () => {
    const findings = await examine(
      patient({
        root: new URL(secure.url.replace('127.0.0.1', 'localhost')),
        trust: { kind: 'ca', pem: certificate.cert },
      }),
    )
    expect(failureOf(findings)?.seen).toContain('(tls-name-mismatch)')
  })
})
