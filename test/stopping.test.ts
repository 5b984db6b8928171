import { expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isListening } from './support/is-listening.ts'
import { type ServiceProcess, startServiceProcess } from './support/service-process.ts'
import { until } from './support/until.ts'
import { postLogin } from './support/visitor.ts'

const SERVICES = 'infix-services:web'
const isAt = ({ device }: ServiceProcess, resource: string) =>
  until(() => device.journal.count({ resource }) > 0, `the device is asked for ${resource}`)

test('R6 a service that is told to stop takes nothing new, finishes the login under way and exits with 0', async () => {
  await using service = await startServiceProcess()
  service.device.faults.set({ kind: 'slow', ms: 300 }, { resource: SERVICES })
  const login = postLogin(service.url)
  await isAt(service, SERVICES)

  service.kill('SIGTERM')
  await untilRefused(service.url)
  expect((await login).status).toBe(303)
  expect(await service.exited).toBe(0)
})

test('R6 a login that is still open after the drain is told that the device cannot be reached', async () => {
  await using service = await startServiceProcess({ flags: ['--drain-timeout', '200ms'] })
  service.device.faults.set({ kind: 'hang' })
  const login = postLogin(service.url)
  await isAt(service, 'ietf-yang-library:yang-library')

  service.kill('SIGTERM')
  const answer = await login
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('Unable to reach the device. Please try again later.')
  expect(await service.exited).toBe(0)
})

test('R6 a second signal ends it at once', async () => {
  await using service = await startServiceProcess({
    flags: ['--drain-timeout', '10m', '--login-deadline', '10m', '--device-timeout', '10m'],
  })
  service.device.faults.set({ kind: 'hang' })
  const login = postLogin(service.url).catch(() => 'cut')
  await isAt(service, 'ietf-yang-library:yang-library')

  service.kill('SIGTERM')
  await untilRefused(service.url)
  service.kill('SIGTERM')
  expect(await service.exited).toBe(1)
  expect(await login).toBe('cut')
})

test('R6 an idle keep-alive connection does not delay a stop', async () => {
  await using service = await startServiceProcess()
  await fetch(`${service.url}/login`, { keepalive: true })
  service.kill('SIGTERM')
  expect(await service.exited).toBe(0)
})

test.each([
  ['the head', 'POST /login HTTP/1.1\r\nHost: a\r\nX-'],
  [
    'the body',
    'POST /login HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 99\r\n\r\nu',
  ],
])('R6 a stranger who never gets to the end of %s holds up no stop', async (_, beginning) => {
  await using service = await startServiceProcess({ flags: ['--drain-timeout', '200ms'] })
  const stranger = await Bun.connect({ hostname: '127.0.0.1', port: service.port, socket: { data() {} } })
  stranger.write(beginning)
  await (await fetch(`${service.url}/healthz`)).bytes()
  service.kill('SIGTERM')
  expect(await service.exited).toBe(0)
  stranger.end()
})

test('R6 a SIGHUP during the stop does not open the port again', async () => {
  const own = mkdtempSync(join(tmpdir(), 'portico-renew-'))
  await using service = await startServiceProcess({ flags: ['--tls-self-signed', own], scheme: 'https' })
  service.device.faults.set({ kind: 'slow', ms: 500 }, { resource: SERVICES })
  const login = postLogin(service.url, { tls: { rejectUnauthorized: false } })
  await isAt(service, SERVICES)
  service.kill('SIGTERM')
  await until(async () => !(await isListening(service.port)), 'the port is closed')
  service.kill('SIGHUP')
  expect((await login).status).toBe(303)
  expect(await isListening(service.port)).toBe(false)
  expect(await service.exited).toBe(0)
})

function untilRefused(url: string): Promise<unknown> {
  const isRefused = () =>
    fetch(`${url}/healthz`, { keepalive: false }).then(
      () => false,
      () => true,
    )
  return until(isRefused, 'connections are refused')
}
