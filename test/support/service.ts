import { listen } from '../../src/cli/listen.ts'
import { readConfig } from '../../src/config.ts'
import { type DemoDevice, type DemoDeviceOptions, startDemoDevice } from '../../src/demo/demo-device.ts'
import type { Connection } from '../../src/web/scope.ts'
import { createService, type Replacements, type Service } from '../../src/wiring.ts'
import { Browser } from './browser.ts'
import { type CapturedLog, capturedLog } from './captured-log.ts'

export interface TestServiceOptions extends Partial<Omit<Replacements, 'log'>> {
  readonly flags?: readonly string[]
  readonly demo?: DemoDeviceOptions
}

/** The service in front of a demo device, in this process. `await using` stops both. */
export interface TestService extends AsyncDisposable {
  readonly demo: DemoDevice
  readonly service: Service
  readonly log: CapturedLog
  readonly clock: MovableClock
  /** A visitor's browser, which asks the service in process; nothing of it goes over a network. */
  browser(connection?: Connection): Browser
  /** A visitor's browser on the service's own port, over HTTP. */
  browserOverHttp(): Browser
}

export interface MovableClock {
  now(): number
  advance(ms: number): void
}

const thisMachine: Connection = { peer: '127.0.0.1', tls: false }

export async function startService(options: TestServiceOptions = {}): Promise<TestService> {
  const { flags = [], demo: demoOptions, ...given } = options
  const demo = await startDemoDevice(demoOptions)
  const log = capturedLog()
  const clock = movableClock()
  const service = await createService(readConfig(['--restconf', demo.url, ...flags], {}), {
    log,
    now: clock.now,
    pause: async () => {},
    ...given,
  })
  const stops: (() => Promise<void>)[] = []

  return {
    demo,
    service,
    log,
    clock,
    browser: (connection = thisMachine) =>
      new Browser(new URL('http://portico.test'), async (request) => service.fetch(request, connection)),
    browserOverHttp() {
      const { address, stop } = listen(service, readConfig(['--listen', '127.0.0.1:0'], {}), log)
      stops.push(stop)
      return new Browser(new URL(address), (request) => fetch(request))
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
