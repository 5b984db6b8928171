import { afterEach, expect, test } from 'bun:test'
import { X509Certificate } from 'node:crypto'
import type { Certificate } from '../../../test/support/certificates.ts'
import { selfSigned, signedBy } from '../../../test/support/certificates.ts'
import type { Talk, WireDevice } from '../../../test/support/wire-device.ts'
import { reply, wireDevice, YANG_JSON } from '../../../test/support/wire-device.ts'
import { type DeviceTrust, parseDevicePin, publicKeyPin } from './tls.ts'
import { openTransport } from './transport.ts'

const opened: { close(): void }[] = []
afterEach(() => {
  for (const thing of opened.splice(0)) thing.close()
})

const own = selfSigned('IP:127.0.0.1')
const pinOf = ({ cert }: Certificate) => publicKeyPin(new X509Certificate(cert))

/** What a call with this trust comes to, and how many requests the device had read by the end. */
async function call(certificate: Certificate | undefined, trust: DeviceTrust) {
  const device = await wireDevice((socket) => socket.write(reply(200, YANG_JSON, '{}')), certificate)
  opened.push(device)
  const outcome = await ask(device, trust)
  // A device that can be heard by now would have been heard before: nothing is still on its way.
  if (certificate) expect(await ask(device, { kind: 'none' })).toBe(200)
  return { outcome, heard: device.requests.length - 1 }
}

async function ask({ root }: WireDevice, trust: DeviceTrust, timeoutMs = 5000): Promise<unknown> {
  const secureRoot = new URL(root.href.replace('http:', 'https:'))
  const transport = openTransport({ root: secureRoot, trust, timeoutMs, maxBodyBytes: 1000 })
  opened.push(transport)
  return transport.ask({ path: '/restconf/data/m:x', authorization: 'Basic Y2FuYXJ5' }).then(
    ({ status }) => status,
    (error: unknown) => error,
  )
}

test('--device-ca: its own authority makes a device trusted, another one does not', async () => {
  const leaf = signedBy(own, 'IP:127.0.0.1')
  expect((await call(leaf, { kind: 'ca', pem: own.cert })).outcome).toBe(200)

  const { outcome, heard } = await call(leaf, { kind: 'ca', pem: selfSigned('IP:127.0.0.1').cert })
  expect(outcome).toMatchObject({ code: 'tls-untrusted' })
  expect(heard).toBe(0)
})

test('a certificate for another name, or of another day, is told apart, and hears no password', async () => {
  const cases = [
    [signedBy(own, 'DNS:other.example,IP:192.0.2.1'), 'tls-name-mismatch'],
    [signedBy(own, 'IP:127.0.0.1', -1), 'tls-expired'],
  ] as const
  for (const [certificate, code] of cases) {
    const { outcome, heard } = await call(certificate, { kind: 'ca', pem: own.cert })
    expect(outcome).toMatchObject({ kind: 'dead', code })
    expect(heard).toBe(0)
  }
})

test('--device-pin: a device with the pinned key is trusted, whatever its certificate says of signer, name and dates', async () => {
  for (const certificate of [own, signedBy(own, 'DNS:other.example', -1)]) {
    expect((await call(certificate, { kind: 'pin', sha256: pinOf(certificate) })).outcome).toBe(200)
  }
})

test('--device-pin: another key is refused before the password is written', async () => {
  for (const sha256 of [pinOf(selfSigned('IP:127.0.0.1')), '', 'AAAA']) {
    const { outcome, heard } = await call(own, { kind: 'pin', sha256 })
    expect(outcome).toMatchObject({ kind: 'dead', code: 'tls-pin-mismatch' })
    expect(heard).toBe(0)
  }
})

test('a pinned connection is used again', async () => {
  const device = await wireDevice((socket) => socket.write(reply(200, YANG_JSON, '{}')), own)
  const trust = { kind: 'pin', sha256: pinOf(own) } as const
  const transport = openTransport({ root: device.root, trust, timeoutMs: 5000, maxBodyBytes: 1000 })
  opened.push(device, transport)
  for (let calls = 0; calls < 3; calls += 1) await transport.ask({ path: '/restconf/data/m:x' })
  expect(device.connections()).toBe(1)
})

test('a device without TLS where TLS is expected is a failed handshake', async () => {
  expect((await call(undefined, { kind: 'system' })).outcome).toMatchObject({
    kind: 'dead',
    code: 'tls-handshake',
  })
})

test('D4: a handshake that hangs ends with the deadline, one that breaks off at once', async () => {
  const manners: [Talk, string][] = [
    [() => {}, 'timeout'],
    [(socket) => socket.end(), 'tls-handshake'],
    [(socket) => socket.resetAndDestroy(), 'tls-handshake'],
  ]
  for (const [talk, code] of manners) {
    const device = await wireDevice(talk)
    opened.push(device)
    expect(await ask(device, { kind: 'system' }, 200)).toMatchObject({ code })
    await device.hungUp()
  }
})

test('a pin is read as it is written by openssl and by the doctor, and nothing else is a pin', () => {
  const pin = pinOf(own)
  expect(parseDevicePin(`sha256:${pin}`)).toEqual({ kind: 'pin', sha256: pin })
  for (const text of [
    '',
    pin,
    `sha256:${pin}x`,
    'sha256:',
    `sha1:${pin}`,
    `sha256:${pin.slice(1)}`,
    'sha256:AB:CD',
  ]) {
    expect(() => parseDevicePin(text)).toThrow(/a pin is "sha256:"/)
  }
})
