import { writeHeapSnapshot } from 'node:v8'
import { listen } from '../../src/cli/listen.ts'
import { readConfig } from '../../src/config.ts'
import { silentLog } from '../../src/log.ts'
import { createService } from '../../src/wiring.ts'

// The service in a process of its own: its heap holds nothing that a test knows. A line on its standard input names
// the file for a snapshot of it. The service itself offers no snapshot.
const config = readConfig([...process.argv.slice(2), '--listen', '127.0.0.1:0'], {})
const service = await createService(config, { log: silentLog })
const { address } = await listen(service, config, silentLog)
console.log(String(address))

for await (const path of console) {
  for (let round = 0; round < 3; round++) {
    Bun.gc(true)
    await Bun.sleep(20)
  }
  writeHeapSnapshot(path)
  console.log('written')
}
