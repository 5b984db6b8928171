import { afterEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Certificate, selfSigned } from './support/certificates.ts'
import { type ServiceProcess, startServiceProcess } from './support/service-process.ts'
import { until } from './support/until.ts'
import { postLogin } from './support/visitor.ts'

let service: ServiceProcess | undefined
afterEach(async () => {
  await service?.[Symbol.asyncDispose]()
})

const folder = mkdtempSync(join(tmpdir(), 'portico-tls-'))
const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
const files = ['--tls-cert', certFile, '--tls-key', keyFile]

function put({ cert, key }: Certificate): void {
  writeFileSync(certFile, cert)
  writeFileSync(keyFile, key, { mode: 0o600 })
}

const ask = (ca: string, path = '/login') =>
  fetch(`https://127.0.0.1:${service?.port}${path}`, { tls: { ca }, keepalive: false })

test('C1 T2 a certificate of our own is enough for Secure cookies, and its fingerprint is told', async () => {
  const own = join(folder, 'own')
  service = await startServiceProcess({ flags: ['--tls-self-signed', own], scheme: 'https' })
  const ca = readFileSync(join(own, 'cert.pem'), 'utf8')
  const answer = await postLogin(service.url, { tls: { ca } })
  expect(answer.status).toBe(303)
  for (const cookie of answer.headers.getSetCookie()) expect(cookie).toContain('; Secure')
  expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000')
  service.kill('SIGTERM')
  expect(await new Response(service.output).text()).toMatch(/"fingerprint":"([0-9A-F]{2}:){31}[0-9A-F]{2}"/)
})

test('a port on which another service answers by TLS is refused, and not shared', async () => {
  const own = join(folder, 'own')
  service = await startServiceProcess({ flags: ['--tls-self-signed', own], scheme: 'https' })
  const listen = ['--listen', `127.0.0.1:${service.port}`]
  const second = Bun.spawn(
    [process.execPath, 'src/main.ts', '--restconf', service.url, '--tls-self-signed', own, ...listen],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  expect(await new Response(second.stderr).text()).toMatch(
    /^portico: --listen \(or LISTEN\): something else listens on 127\.0\.0\.1:\d+ already[^\n]+\n$/,
  )
  expect(await second.exited).toBe(2)
})

test('new files are taken on SIGHUP while requests go on, and none of them is lost where the kernel allows it', async () => {
  const [first, second] = [selfSigned('IP:127.0.0.1'), selfSigned('IP:127.0.0.1')]
  put(first)
  service = await startServiceProcess({ flags: files, scheme: 'https' })
  const both = `${first.cert}${second.cert}`
  let isOver = false
  let resets = 0
  const statuses = new Set<number>()
  const askOnce = async () => {
    const status = await ask(both).then(
      (answer) => answer.status,
      (error) => error.code,
    )
    if (status === 'ECONNRESET') resets++
    else statuses.add(status)
    return isOver
  }
  const browsing = [1, 2].map(() => until(askOnce, 'the certificate was renewed'))
  expect((await ask(first.cert)).status).toBe(200)

  put(second)
  service.kill('SIGHUP')
  await until(async () => !(await isRefused(second.cert)), 'the new certificate is shown')
  await until(() => isRefused(first.cert), 'the old certificate is gone')
  isOver = true
  await Promise.all(browsing)
  expect(statuses).toEqual(new Set([200]))
  // Such a kernel resets what waits at the old listener: at most the one connection that each of the two has.
  expect(resets).toBeLessThanOrEqual(mayLoseSome() ? 2 : 0)
  service.kill('SIGTERM')
  const told = await new Response(service.output).text()
  expect(/"event":"tls.renewed"/.test(told)).toBe(true)
  expect(/"remedy":"net.ipv4.tcp_migrate_req=1[^\n]*"event":"tls.renewed"/.test(told)).toBe(mayLoseSome())
})

test('files that do not fit together leave the certificate as it is', async () => {
  const good = selfSigned('IP:127.0.0.1')
  put(good)
  service = await startServiceProcess({ flags: files, scheme: 'https' })
  writeFileSync(certFile, selfSigned('IP:127.0.0.1').cert)
  service.kill('SIGHUP')
  expect((await ask(good.cert)).status).toBe(200)
  service.kill('SIGTERM')
  expect(await new Response(service.output).text()).toContain('"event":"tls.not-renewed"')
})

describe('12.11 TLS 1.3, and 1.2 with forward secrecy and authenticated encryption, and nothing else', () => {
  /** The suite that openssl and the service agree on, if any. */
  async function suiteWith(...options: readonly string[]): Promise<string | undefined> {
    const address = ['-connect', `127.0.0.1:${service?.port}`]
    const client = Bun.spawn(['openssl', 's_client', ...address, ...options], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [, suite] = /^New, \S+, Cipher is (\S+)/m.exec(await new Response(client.stdout).text()) ?? []
    return suite === '(NONE)' ? undefined : suite
  }
  const only = (suite: string) => suiteWith('-tls1_2', '-cipher', `${suite}:@SECLEVEL=0`)

  test.each(['RSA', 'EC'])('with a key of kind %s', async (kind) => {
    put(kind === 'RSA' ? withRsaKey() : selfSigned('IP:127.0.0.1'))
    service = await startServiceProcess({ flags: files, scheme: 'https' })
    const own = kind === 'RSA' ? 'RSA' : 'ECDSA'
    for (const suite of ['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'CHACHA20-POLY1305'])
      expect(await only(`ECDHE-${own}-${suite}`)).toBe(`ECDHE-${own}-${suite}`)
    for (const suite of ['AES128-SHA', 'AES256-SHA', 'AES128-GCM-SHA256', 'AES256-GCM-SHA384'])
      expect(await only(suite)).toBeUndefined()
    for (const suite of ['AES128-SHA', 'AES256-SHA', 'AES128-SHA256', 'AES256-SHA384'])
      expect(await only(`ECDHE-${own}-${suite}`)).toBeUndefined()
    expect(await suiteWith('-tls1_3')).toStartWith('TLS_')
    expect(await suiteWith('-tls1_1', '-cipher', 'ALL:@SECLEVEL=0')).toBeUndefined()
  })

  test('also after the certificate was renewed', async () => {
    put(withRsaKey())
    service = await startServiceProcess({ flags: files, scheme: 'https' })
    const next = selfSigned('IP:127.0.0.1')
    put(next)
    service.kill('SIGHUP')
    await until(async () => !(await isRefused(next.cert)), 'the new certificate is shown')
    expect(await only('AES128-SHA')).toBeUndefined()
    expect(await only('ECDHE-ECDSA-AES128-SHA')).toBeUndefined()
  })
})

let rsa: Certificate | undefined
/** Its key takes long to find. */
function withRsaKey(): Certificate {
  rsa ??= newRsaCertificate()
  return rsa
}

function newRsaCertificate(): Certificate {
  const [cert, key] = [join(folder, 'rsa.pem'), join(folder, 'rsa-key.pem')]
  const name = ['-subj', '/CN=Test', '-addext', 'subjectAltName=IP:127.0.0.1']
  Bun.spawnSync([
    'openssl',
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    key,
    '-out',
    cert,
    ...name,
  ])
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
}

function mayLoseSome(): boolean {
  return readFileSync('/proc/sys/net/ipv4/tcp_migrate_req', 'utf8').trim() === '0'
}

async function isRefused(ca: string): Promise<boolean> {
  try {
    await ask(ca)
    return false
  } catch {
    return true
  }
}
