import fc from 'fast-check'
import { Credentials } from '../../src/device/credentials.ts'
import { DeviceError } from '../../src/device/device-error.ts'
import { readAnswer } from '../../src/device/restconf/answer.ts'
import { basicAuthorization } from '../../src/device/restconf/client.ts'
import { silentLog } from '../../src/log.ts'
import { parseForm } from '../../src/web/form.ts'
import { anyText, bytes, deviceData, formLike, headerText } from './inputs.ts'
import { newService, rejecting, rejectingService, talkative, talkativeService } from './services.ts'

/** A sentence that holds for every input, and the search for a counterexample. */
export interface Property {
  readonly sentence: string
  check(parameters: fc.Parameters<unknown>): Promise<void>
}

const property = <T>(
  sentence: string,
  input: fc.Arbitrary<T>,
  holds: (input: T) => Promise<void> | void,
): Property => ({
  sentence,
  check: async (parameters) => {
    await fc.assert(
      fc.asyncProperty(input, async (value) => holds(value)),
      parameters as fc.Parameters<[T]>,
    )
  },
})

export const properties: readonly Property[] = [
  property('C6 no Cookie header signs anybody in or breaks anything', headerText, async (cookie) => {
    const { fetch } = await rejectingService()
    for (const path of ['/', '/login', '/session']) {
      const { status } = await fetch(path, { headers: { Cookie: cookie } })
      insist(status === (path === '/login' ? 200 : 303), `${path} answered ${status}`)
    }
  }),

  property(
    'I3 I4 I8 a form of any bytes is read or refused, and never made up',
    fc.oneof(bytes, formLike),
    (body) => {
      const fields = parseForm(body)
      const hasReplacement = (text: string) => text.includes('\ufffd')
      const isSaid = Buffer.from(body)
        .toString('latin1')
        .match(/\xef\xbf\xbd|%ef|%bf|%bd/i)
      for (const [name, value] of fields ?? []) {
        insist(isSaid !== null || !(hasReplacement(name) || hasReplacement(value)), 'a byte was replaced')
      }
    },
  ),

  property(
    'I5 what a browser writes into a form is what comes out',
    fc.record({ name: anyText, value: anyText }),
    (pair) => {
      const { name, value } = { name: pair.name.toWellFormed(), value: pair.value.toWellFormed() }
      const body = new URLSearchParams([[name, value]]).toString()
      insist(parseForm(Buffer.from(body))?.get(name) === value, 'the field is another')
    },
  ),

  property('I1 I2 no body of a login breaks anything', fc.oneof(bytes, formLike), async (body) => {
    const { fetch } = await rejectingService()
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const { status } = await fetch('/login', { method: 'POST', headers, body: Uint8Array.from(body) })
    insist([200, 303, 403, 413, 429].includes(status), `answered ${status}`)
  }),

  property(
    'I6 Basic carries name and password unchanged, or not at all',
    fc.tuple(anyText, anyText),
    ([name, password]) => {
      const credentials = new Credentials(name.toWellFormed(), password.toWellFormed())
      const sent = sentBy(credentials)
      if (sent === undefined) return
      const colon = sent.indexOf(':')
      insist(sent.slice(0, colon) === credentials.username, 'the name is another')
      insist(sent.slice(colon + 1) === credentials.revealPassword(), 'the password is another')
      insist(!/\p{Cc}/u.test(sent), 'a control character was sent')
    },
  ),

  property(
    'B1 Retry-After is a whole number of seconds that a browser can wait for',
    fc.array(fc.record({ guess: anyText, from: fc.integer({ min: 1, max: 3 }), waitMs: fc.nat(120_000) }), {
      maxLength: 60,
    }),
    async (attempts) => {
      let now = 1_000_000
      await using service = await newService({
        log: silentLog,
        device: rejecting,
        now: () => now,
        pause: async () => {},
      })
      for (const { guess, from, waitMs } of attempts) {
        now += waitMs
        const answer = await service.fetch('/login', {
          method: 'POST',
          headers: { 'X-Forwarded-For': `192.0.2.${from}` },
          body: new URLSearchParams({ username: 'admin', password: guess || 'x' }),
        })
        const wait = answer.headers.get('retry-after')
        if (answer.status === 429)
          insist(/^[1-9]\d{0,2}$/.test(wait ?? '') && Number(wait) <= 600, `wait ${wait}`)
        else insist(wait === null, `status ${answer.status} with a wait`)
      }
    },
  ),

  property(
    'D2 no answer of a device is taken for data unless it is',
    fc.record({
      status: fc.integer({ min: 100, max: 599 }),
      mediaType: fc.oneof(
        fc.constantFrom('application/yang-data+json', 'application/json', 'text/html', ''),
        fc.string(),
      ),
      body: fc.oneof(
        bytes,
        fc.json().map((json) => Uint8Array.from(Buffer.from(json))),
      ),
    }),
    async (answer) => {
      const { kind } = await readAnswer(answer)
      const mayBeData = answer.status === 200 && answer.mediaType === 'application/yang-data+json'
      insist(kind === 'failed' || mayBeData, `status ${answer.status} ${answer.mediaType} was data`)
    },
  ),

  property('D6 I10 no data of a device breaks a page or becomes markup', deviceData(), async (data) => {
    const { fetch } = await talkativeService()
    talkative.says = data
    const login = new URLSearchParams({ username: 'admin', password: 'admin' })
    const { headers } = await fetch('/login', { method: 'POST', body: login })
    const Cookie = headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ')
    for (const path of ['/', '/overview/facts', '/interfaces/table', '/device-name', '/session']) {
      const answer = await fetch(path, { headers: { Cookie } })
      insist([200, 502, 504].includes(answer.status), `${path} answered ${answer.status}`)
      insist(!(await answer.text()).includes('<b>evil'), `${path} has its markup`)
    }
  }),
]

function insist(claim: boolean, otherwise: string): asserts claim {
  if (!claim) throw new Error(otherwise)
}

function sentBy(credentials: Credentials): string | undefined {
  try {
    return Buffer.from(basicAuthorization(credentials).slice('Basic '.length), 'base64').toString()
  } catch (error) {
    if (error instanceof DeviceError) return undefined
    throw error
  }
}
