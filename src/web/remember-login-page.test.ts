import { beforeEach, describe, expect, test } from 'bun:test'
import { CsrfTokens } from '../session/csrf-tokens.ts'
import { ServerSecret } from '../session/server-secret.ts'
import { type Answer, rememberLoginPage } from './remember-login-page.ts'

const direct = { peer: '192.0.2.1', tls: false }
const proxy = { peer: '127.0.0.1', tls: false }

let time: number
let drawn: number
let answer: Answer

beforeEach(() => {
  time = 0
  drawn = 0
  const csrf = new CsrfTokens(ServerSecret.random(), () => time)
  const draw = (status = 200) => new Response(`page ${++drawn}`, { status, headers: { vary: 'x' } })
  answer = rememberLoginPage(async (request) => draw(request.url.includes('broken.') ? 500 : 200), csrf)
})

test('visitors who are alike get the same page, headers and all', async () => {
  const first = await answer(ask(), direct)
  const second = await answer(ask(), { ...direct, peer: '192.0.2.2' })
  expect(await second.text()).toBe(await first.text())
  expect([...second.headers]).toEqual([...first.headers])
  expect(second.status).toBe(200)
})

test('a minute later the page is drawn anew, with the token of that minute', async () => {
  await answer(ask(), direct)
  time += 60_000
  expect(await textOf(ask())).toBe('page 2')
})

describe('whoever differs in what the page depends on gets a page of their own', () => {
  const others: Record<string, [Request, typeof direct]> = {
    'another language': [ask({ 'accept-language': 'de' }), direct],
    'another host': [ask({ host: 'other.example' }), direct],
    TLS: [ask(), { ...direct, tls: true }],
    'HTTPS at the proxy': [ask({ 'x-forwarded-proto': 'https' }), proxy],
    'HTTPS, says somebody': [ask({ 'x-forwarded-proto': 'https' }), direct],
  }
  test.each(Object.keys(others))('%s', async (name) => {
    const [request, connection] = others[name] ?? [ask(), direct]
    await answer(ask(), direct)
    await answer(ask({ 'x-forwarded-proto': 'https' }), { ...direct, peer: '198.51.100.7' })
    expect(await (await answer(request, connection)).text()).toBe('page 3')
  })
})

test.each([
  ask({ cookie: 'theme=dark' }),
  ask({ 'content-length': '5' }),
  ask({ 'transfer-encoding': 'chunked' }),
  ask({}, { method: 'HEAD' }),
  ask({}, { method: 'POST' }),
  ask({}, { path: '/login?next=/' }),
  ask({}, { path: '/' }),
])('any other request is answered by itself, each time: %#', async (request) => {
  await answer(request.clone(), direct)
  await answer(request, direct)
  expect(drawn).toBe(2)
})

test('what went wrong is not remembered', async () => {
  await answer(ask({ host: 'broken.example' }), direct)
  await answer(ask({ host: 'broken.example' }), direct)
  expect(drawn).toBe(2)
})

test('nobody fills the memory by asking for many languages', async () => {
  for (let n = 0; n < 200; n++) await answer(ask({ 'accept-language': `x-${n}` }), direct)
  await answer(ask({ 'accept-language': 'x-0' }), direct)
  await answer(ask({ 'accept-language': 'x-199' }), direct)
  expect(drawn).toBe(201)
})

async function textOf(request: Request): Promise<string> {
  return (await answer(request, direct)).text()
}

function ask(headers: Record<string, string> = {}, { method = 'GET', path = '/login' } = {}): Request {
  const host = headers.host ?? 'portico.example'
  return new Request(`http://${host}${path}`, { method, headers: { host, ...headers } })
}
