import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type ListeningService, startListening } from '../support/listening-service.ts'
import type { Conversation, RawAnswer } from '../support/raw.ts'
import type { Visitor } from '../support/visitor.ts'
import { fill, type Row } from './row.ts'
import { rows } from './rows.ts'

let server: ListeningService

beforeAll(async () => {
  server = await startListening()
  // A password that is easily found in an answer or in the log.
  server.device.accounts.add('canary', CANARY)
})
afterAll(() => server.stop())

const CANARY = 'pw-7f3c9a51'

/** In no answer to anybody. */
const NEVER =
  /smuggled|Access-Control-|X-Powered-By|^Server:|node_modules|\.ts:\d|pw-7f3c9a51|HTTP\/1\.1 101|root:x:/im

for (const [topic, requests] of Object.entries(rows)) {
  describe(topic, () => {
    for (const row of requests) test(`${row.ids} ${row.tries}`, () => check(row))
  })
}

async function check(row: Row): Promise<void> {
  const visitor = /\{(session|csrf)\}/.test(row.send) ? await server.logIn() : undefined
  const other = row.send.includes('{other}') ? await server.logIn('guest', 'guest') : undefined
  const { host, port } = server
  const page = row.send.includes('{page}') ? await pageToken() : ''
  server.forget()

  const values = { host, port: String(port), ...visitor, other: other?.csrf ?? '', page }
  const conversation = await server.talk(fill(row.send, values))

  checkAnswer(row, conversation)
  checkDevice(row)
  checkLog(row)
  if (visitor) expect(await isLoggedIn(visitor)).toBe(row.session !== 'ends')
  expect((await ask('/login')).status).toBe(200)
}

function checkAnswer(row: Row, { answers, heard }: Conversation): void {
  const [answer] = answers
  expect(answers.length).toBeLessThanOrEqual(1)
  expect([row.answer].flat()).toContain(answer?.status ?? 0)
  if (row.says) expect(heard).toMatch(row.says)
  if (row.never) expect(heard).not.toMatch(row.never)
  expect(heard).not.toMatch(NEVER)
  if (answer?.headers.get('content-type')?.[0]?.startsWith('text/html')) expectLegible(answer.body)
  if (answer && isOurs(answer)) expect(answer.headers.get('content-security-policy')).toHaveLength(1)
}

/** HTML has no place for other control characters, nor for what Unicode keeps for no character. */
function expectLegible(body: string): void {
  const page = Buffer.from(body, 'latin1').toString()
  expect(page.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Noncharacter_Code_Point}]/u)
}

/** What the server says of its own of a message that it cannot read is one line and `Connection: close`. */
const isOurs = ({ headers }: RawAnswer) => headers.size > 1

function checkDevice({ deviceCalls = 0, deviceIsShown }: Row): void {
  const { entries } = server.device.journal
  if (deviceIsShown === undefined) expect(entries.map(({ path }) => path)).toHaveLength(deviceCalls)
  else
    expect(entries[0]?.authorization).toBe(`Basic ${Buffer.from(deviceIsShown, 'latin1').toString('base64')}`)
}

function checkLog({ log }: Row): void {
  for (const line of server.lines) {
    expect(line).toEndWith('}\n')
    expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    expect(line).not.toContain(CANARY)
  }
  const events = server.events()
  expect(events).not.toContain('request.failed')
  expect(events).not.toContain('request.broken')
  if (log !== undefined) expect(events).toContain(log)
}

async function isLoggedIn({ session }: Visitor): Promise<boolean> {
  const { status } = await ask('/session', `Cookie: session=${session}`)
  return status === 200
}

async function pageToken(): Promise<string> {
  const { body } = await ask('/login')
  return /name="csrf" value="([^"]+)"/.exec(body)?.[1] ?? ''
}

async function ask(path: string, ...headers: string[]): Promise<RawAnswer> {
  const lines = [`GET ${path} HTTP/1.1`, `Host: ${server.host}`, 'Connection: close', ...headers, '', '']
  const { answers } = await server.talk(lines.join('\r\n'))
  const [answer] = answers
  if (!answer) throw new Error(`no answer to GET ${path}`)
  return answer
}
