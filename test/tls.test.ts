import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
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

test('a port on which another one answers by TLS is refused, and not shared', async () => {
  const own = join(folder, 'own')
  service = await startServiceProcess({ flags: ['--tls-self-signed', own], scheme: 'https' })
  const listen = ['--listen', `127.0.0.1:${service.port}`]
  const second = Bun.spawn(
    [process.execPath, 'src/main.ts', '--restconf', service.url, '--tls-self-signed', own, ...listen],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  expect(await new Response(second.stderr).text()).toMatch(
    /^portico: --listen \(or LISTEN\): something else listens there already[^\n]+\n$/,
  )
  expect(await second.exited).toBe(2)
})

test('new files are taken on SIGHUP while requests go on, and none of them is lost', async () => {
  const [first, second] = [selfSigned('IP:127.0.0.1'), selfSigned('IP:127.0.0.1')]
  put(first)
  service = await startServiceProcess({ flags: files, scheme: 'https' })
  const both = `${first.cert}${second.cert}`
  let isOver = false
  const browse = async () => {
    const statuses: number[] = []
    while (!isOver) statuses.push((await ask(both)).status)
    return statuses
  }
  const browsing = Promise.all([browse(), browse()])
  expect((await ask(first.cert)).status).toBe(200)

  put(second)
  service.kill('SIGHUP')
  await until(async () => !(await isRefused(second.cert)), 'the new certificate is shown')
  await until(() => isRefused(first.cert), 'the old certificate is gone')
  isOver = true
  expect(new Set((await browsing).flat())).toEqual(new Set([200]))
  service.kill('SIGTERM')
  const told = await new Response(service.output).text()
  expect(/"event":"tls.renewed"/.test(told)).toBe(true)
  expect(/"remedy":"net.ipv4.tcp_migrate_req=1[^\n]*"event":"tls.renewed"/.test(told)).toBe(mayLoseSome())
})

test('files that are no good leave the certificate as it is', async () => {
  const good = selfSigned('IP:127.0.0.1')
  put(good)
  service = await startServiceProcess({ flags: files, scheme: 'https' })
  writeFileSync(certFile, selfSigned('IP:127.0.0.1').cert)
  service.kill('SIGHUP')
  expect((await ask(good.cert)).status).toBe(200)
  service.kill('SIGTERM')
  expect(await new Response(service.output).text()).toContain('"event":"tls.not-renewed"')
})

test('TLS 1.1 is refused, 1.2 and 1.3 are not', async () => {
  put(selfSigned('IP:127.0.0.1'))
  service = await startServiceProcess({ flags: files, scheme: 'https' })
  const { port } = service
  const agreesOn = (version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3') =>
    new Promise<boolean>((resolve) => {
      const socket = connect({
        port,
        host: '127.0.0.1',
        rejectUnauthorized: false,
        minVersion: version,
        maxVersion: version,
      })
      socket.on('secureConnect', () => resolve(true))
      socket.on('error', () => resolve(false))
      socket.on('close', () => resolve(false))
    })
  expect(await Promise.all([agreesOn('TLSv1.1'), agreesOn('TLSv1.2'), agreesOn('TLSv1.3')])).toEqual([
    false,
    true,
    true,
  ])
})

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
