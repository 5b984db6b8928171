import { listen } from '../../src/cli/listen.ts'
import { readConfig } from '../../src/config.ts'
import { silentLog } from '../../src/log.ts'
import { createService } from '../../src/wiring.ts'
import { fillSessions } from '../filled-sessions.ts'

/** The service as it is, with sessions in its memory from the start: to see what they weigh. */
const { store } = await fillSessions(Number(process.env.BENCH_SESSIONS ?? 0), 1)
const config = readConfig(['--restconf', 'http://127.0.0.1:9/restconf', '--listen', '127.0.0.1:0'], {})
const service = await createService(config, { log: silentLog, store })
const { address } = await listen(service, config, silentLog)
Bun.gc(true)
console.log(JSON.stringify({ event: 'service.started', address: String(address) }))
