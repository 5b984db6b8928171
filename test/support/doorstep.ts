import { readConfig } from '../../src/config.ts'
import { type DemoDevice, startDemoDevice } from '../../src/demo/demo-device.ts'
import type { Log, LogFields } from '../../src/log.ts'
import { createService, type Replacements } from '../../src/wiring.ts'

/** The service in front of a demo device, for visitors from any address. Its clock stands, its pauses take no time. */
export interface Doorstep {
  readonly device: DemoDevice
  readonly clock: { now: number }
  /** How long it would have paused, each time. */
  readonly pauses: number[]
  readonly events: LoggedEvent[]
  logIn(visit?: Visit): Promise<Response>
  stop(): Promise<void>
}

export interface Visit {
  readonly username?: string
  readonly password?: string
  /** The address at the other end of the connection; null on a unix socket. */
  readonly from?: string | null
  readonly headers?: Readonly<Record<string, string>>
  /** Aborts when the browser is closed. */
  readonly signal?: AbortSignal
}

export interface LoggedEvent extends LogFields {
  readonly event: string
}

export async function openDoorstep(
  flags: readonly string[] = [],
  given: Partial<Replacements> = {},
): Promise<Doorstep> {
  const device = await startDemoDevice()
  const clock = { now: Date.now() }
  const pauses: number[] = []
  const events: LoggedEvent[] = []
  const service = await createService(readConfig(['--restconf', device.url, ...flags], {}), {
    log: logInto(events),
    now: () => clock.now,
    pause: async (ms) => void pauses.push(ms),
    ...given,
  })
  return {
    device,
    clock,
    pauses,
    events,
    async logIn({ username = 'admin', password = 'admin', from = '192.0.2.1', headers = {}, signal } = {}) {
      const request = new Request('http://door.test/login', {
        method: 'POST',
        headers: { Host: 'door.test', ...headers },
        body: new URLSearchParams({ username, password }),
        ...(signal && { signal }),
      })
      return service.fetch(request, { peer: from ?? undefined, tls: false })
    },
    async stop() {
      await service.stop()
      await device.stop()
    },
  }
}

function logInto(events: LoggedEvent[], common: LogFields = {}): Log {
  const note = (event: string, fields: LogFields = {}) => void events.push({ ...common, ...fields, event })
  return {
    debug() {},
    info: note,
    warn: note,
    error: note,
    with: (fields) => logInto(events, { ...common, ...fields }),
  }
}
