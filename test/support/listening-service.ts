import { listen } from '../../src/cli/listen.ts'
import { logInto } from '../../src/cli/log.ts'
import { readConfig } from '../../src/config.ts'
import { createService, type Replacements } from '../../src/wiring.ts'
import { startTestDevice, type TestDevice } from './device/test-device.ts'
import { type Conversation, talk } from './raw.ts'
import { until } from './until.ts'
import { logInAt, type Visitor } from './visitor.ts'

/** The service on a real port in front of a demo device, with its log at debug level. */
export interface ListeningService {
  readonly port: number
  readonly host: string
  readonly device: TestDevice
  /** Every line of the log since it was last forgotten. */
  readonly lines: readonly string[]
  /** The names of the events in it. */
  events(): string[]
  forget(): void
  /** Sends bytes as they are. */
  talk(text: string, options?: { readonly answers?: number }): Promise<Conversation>
  /** Asks as a browser would, but follows no redirect. */
  fetch(path: string, options?: RequestInit): Promise<Response>
  /** Posts a form as a script does, with the cookies of a visitor. */
  post(path: string, fields: Readonly<Record<string, string>>, visitor?: Visitor): Promise<Response>
  /** Asks for a page with the cookies of a visitor. */
  visit(path: string, visitor: Visitor, headers?: Readonly<Record<string, string>>): Promise<Response>
  /** Resolves when the log tells of an event. */
  until(event: string): Promise<unknown>
  /** Logs in over HTTP. */
  logIn(username?: string, password?: string): Promise<Visitor>
  stop(): Promise<void>
}

export async function startListening(
  flags: readonly string[] = [],
  given: Partial<Replacements> = {},
  restconf?: string,
): Promise<ListeningService> {
  const device = await startTestDevice()
  const base = ['--restconf', restconf ?? device.url, '--listen', '127.0.0.1:0', '--login-attempts', 'off']
  const config = readConfig([...base, ...flags], {})
  const lines: string[] = []
  const write = (line: string) => void lines.push(line)
  const log = logInto({ logLevel: 'debug', logFormat: 'json' }, { write })
  const service = await createService(config, {
    log,
    pause: async () => {},
    isModelReadOnDemand: true,
    ...given,
  })
  const told = lines.length
  if (restconf === undefined) await service.watchDevice()
  lines.length = told
  device.journal.clear()
  const listening = await listen(service, config, log)
  const port = Number(new URL(String(listening.address)).port)
  const host = `127.0.0.1:${port}`

  const fetchFrom = (path: string, options: RequestInit = {}) =>
    fetch(`http://${host}${path}`, { redirect: 'manual', ...options })
  const visit = (path: string, visitor: Visitor, headers: Readonly<Record<string, string>> = {}) =>
    fetchFrom(path, { headers: { Cookie: cookiesOf(visitor), ...headers } })
  const post = (path: string, fields: Readonly<Record<string, string>>, visitor?: Visitor) =>
    fetchFrom(path, {
      method: 'POST',
      body: new URLSearchParams(visitor ? { csrf: visitor.csrf, ...fields } : fields),
      headers: visitor ? { Cookie: cookiesOf(visitor) } : {},
    })

  return {
    port,
    host,
    device,
    lines,
    events: () => lines.map((line) => JSON.parse(line).event),
    forget: () => {
      lines.length = 0
      device.journal.clear()
    },
    talk: (text, options) => talk(port, text, options),
    fetch: fetchFrom,
    post,
    visit,
    until: (event) =>
      until(() => lines.some((line) => JSON.parse(line).event === event), `the log says ${event}`),
    async logIn(username, password) {
      const visitor = await logInAt(`http://${host}`, username, password)
      if (!visitor) throw new Error(`${username} was not let in`)
      return visitor
    },
    async stop() {
      await Promise.all([listening.stop(), device.stop()])
      await service.stop()
    },
  }
}

const cookiesOf = ({ session, csrf }: Visitor) => `session=${session}; csrf=${csrf}`
