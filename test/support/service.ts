import { afterAll, afterEach, beforeAll } from 'bun:test'
import { listen } from '../../src/cli/listen.ts'
import { readConfig } from '../../src/config.ts'
import { demoAccounts } from '../../src/demo/accounts.ts'
import type { Connection } from '../../src/web/scope.ts'
import { createService, type Replacements, type Service } from '../../src/wiring.ts'
import { Browser } from './browser.ts'
import { type CapturedLog, capturedLog } from './captured-log.ts'
import { startTestDevice, type TestDevice, type TestDeviceOptions } from './device/test-device.ts'

export interface TestServiceOptions extends Partial<Omit<Replacements, 'log'>> {
  readonly flags?: readonly string[]
  readonly demo?: TestDeviceOptions
}

/** The service in front of a demo device, in this process. `await using` stops both. */
export interface TestService extends AsyncDisposable {
  readonly demo: TestDevice
  readonly service: Service
  readonly log: CapturedLog
  readonly clock: MovableClock
  /** How long each pause would have been: none takes any time here. */
  readonly pauses: number[]
  /** The browser of a user who has logged in; what the login asked of the device is forgotten. */
  logIn(username?: string, password?: string): Promise<Browser>
  /** A visitor's browser, which asks the service in process; nothing of it goes over a network. */
  browser(connection?: Connection): Browser
  /** Posts the login form once, from any address. */
  postLogin(attempt?: Attempt): Promise<Response>
  /** A visitor's browser on the service's own port, over HTTP. */
  browserOverHttp(): Promise<Browser>
  /** Clears the device's faults and changes, and forgets what it was asked and what was logged. Sessions and the clock stay as they are. */
  reset(): void
}

export interface Attempt {
  readonly username?: string
  readonly password?: string
  /** The address at the other end of the connection; null on a unix socket. */
  readonly from?: string | null
  readonly headers?: Readonly<Record<string, string>>
  /** Aborts when the browser is closed. */
  readonly signal?: AbortSignal
}

export interface MovableClock {
  now(): number
  advance(ms: number): void
}

/** One service for all tests of a file. It is reset after each of them, and its throttle is off. */
export function oneService({ flags = [], ...options }: TestServiceOptions = {}): TestService {
  let started: TestService | undefined
  const here = () => {
    if (!started)
      throw new TypeError('the service starts before the first test: ask it in a test, not beside it')
    return started
  }
  beforeAll(async () => {
    started = await startService({ flags: ['--login-attempts', 'off', ...flags], ...options })
  })
  afterEach(() => here().reset())
  afterAll(() => here()[Symbol.asyncDispose]())
  return new Proxy({} as TestService, { get: (_, name) => Reflect.get(here(), name) })
}

const thisMachine: Connection = { peer: '127.0.0.1', tls: false }

export async function startService(options: TestServiceOptions = {}): Promise<TestService> {
  const { flags = [], demo: demoOptions, ...given } = options
  const demo = await startTestDevice(demoOptions)
  const log = capturedLog()
  const clock = movableClock()
  const pauses: number[] = []
  const service = await createService(readConfig(['--restconf', demo.url, ...flags], {}), {
    log,
    now: clock.now,
    pause: async (ms) => void pauses.push(ms),
    isModelReadOnDemand: true,
    ...given,
  })
  await service.watchDevice()
  demo.journal.clear()
  const stops: (() => Promise<void>)[] = []
  const browser = (connection = thisMachine) =>
    new Browser(new URL('http://portico.local'), async (request) => service.fetch(request, connection))

  return {
    demo,
    service,
    log,
    clock,
    pauses,
    browser,
    async postLogin({ username = 'admin', password = 'admin', from = '192.0.2.1', headers, signal } = {}) {
      const request = new Request('http://portico.local/login', {
        method: 'POST',
        headers: { Host: 'portico.local', ...headers },
        body: new URLSearchParams({ username, password }),
        ...(signal && { signal }),
      })
      return service.fetch(request, { peer: from ?? undefined, tls: false })
    },
    async logIn(username = 'admin', password = username) {
      const user = browser()
      const { status } = await user.logIn(username, password)
      if (status !== 303) throw new Error(`${username} was not let in: ${status}`)
      demo.journal.clear()
      return user
    },
    async browserOverHttp() {
      const { address, stop } = await listen(service, readConfig(['--listen', '127.0.0.1:0'], {}), log)
      stops.push(stop)
      return new Browser(new URL(address), (request) => fetch(request))
    },
    reset() {
      demo.faults.clear()
      demo.accounts.replaceAll(demoAccounts)
      demo.datastore.reset()
      demo.journal.clear()
      log.forget()
      pauses.length = 0
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(stops.map((stop) => stop()))
      await service.stop()
      await demo.stop()
    },
  }
}

function movableClock(): MovableClock {
  let now = Date.parse('2026-03-01T08:00:00Z')
  return {
    now: () => now,
    advance(ms) {
      now += ms
    },
  }
}
