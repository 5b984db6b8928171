import { randomBytes } from 'node:crypto'
import { listen } from '../../src/cli/listen.ts'
import { readConfig } from '../../src/config.ts'
import { Credentials } from '../../src/device/credentials.ts'
import { silentLog } from '../../src/log.ts'
import { CsrfTokens, ServerSecret } from '../../src/session/server-secret.ts'
import { Sessions } from '../../src/session/sessions.ts'
import { memoryStore } from '../../src/session/stores/memory.ts'
import { createService } from '../../src/wiring.ts'

/** The service as it is, with this many users logged in from the start: to see what their sessions weigh. */
const count = Number(process.env.BENCH_SESSIONS ?? 0)
const store = memoryStore()
await fill()
const config = readConfig(['--restconf', 'http://127.0.0.1:9/restconf', '--listen', '127.0.0.1:0'], {})
const service = await createService(config, { log: silentLog, store })
const { address } = await listen(service, config, silentLog)
Bun.gc(true)
console.log(JSON.stringify({ event: 'service.started', address: String(address) }))

async function fill(): Promise<void> {
  const secret = new ServerSecret([randomBytes(32)])
  const hour = 3_600_000
  const limits = { idleMs: hour, absoluteMs: 12 * hour, perUser: 10, total: count + 10 }
  const csrf = new CsrfTokens(secret, Date.now)
  const sessions = new Sessions({ store, secret, csrf, limits, now: Date.now, log: silentLog })
  for (let n = 0; n < count; n++) {
    await sessions.open({
      credentials: new Credentials(`user-${n}`, 'a-password-of-20-chr'),
      features: { console: true, 'the service': true, wifi: true, containers: false },
      address: '192.0.2.10',
      browser: 'Firefox on Linux',
    })
  }
}
