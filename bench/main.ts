import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildExecutable } from '../scripts/build/executable.ts'
import { chooseNames, readArguments } from '../scripts/usage.ts'
import { prepareContestants } from './contestants.ts'
import { LOAD_CORE, pinOurselves } from './measure/cores.ts'
import { startServer } from './measure/server.ts'
import { about, writeResults } from './report/results.ts'
import { tableText } from './report/table.ts'
import type { Report } from './row.ts'
import { rows } from './rows.ts'

const { values, positionals } = readArguments('npm run bench', {
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
})
const pace = values.quick ? { rounds: 3, seconds: 1, share: 0.1 } : { rounds: 7, seconds: 5, share: 1 }
const names = chooseNames(
  'npm run bench',
  positionals,
  rows.map(({ name }) => name),
)
const chosen = rows.filter(({ name }) => names.includes(name))
const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'))
const run = { pace, node: Bun.spawnSync(['node', '--version']).stdout.toString().trim() }

installPeers()
pinOurselves()
const executable = join(folder, 'portico')
await buildExecutable({ outfile: executable, runtime: process.execPath })
const device = await startServer({
  name: 'the device',
  command: [process.execPath, 'test/support/device/main.ts', '--alone'],
  cores: LOAD_CORE,
})
try {
  console.log(
    `${about(run)}\nLoad of this machine: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}\n`,
  )
  const reports = await measureAll()
  if (!values.quick && positionals.length === 0) writeResults(import.meta.dir, reports, run)
} finally {
  await device.stop()
  rmSync(folder, { recursive: true })
}

async function measureAll(): Promise<Report[]> {
  const contestants = await prepareContestants(executable, {
    device: device.url,
    folder: join(folder, 'views'),
  })
  const reports: Report[] = []
  for (const { name, measure } of chosen) {
    console.log(`== ${name}`)
    const report = await measure(contestants, pace)
    console.log(`${tableText(report.findings)}\n`)
    reports.push(report)
  }
  return reports
}

/** Peers are this folder's business: the project itself never depends on them. */
function installPeers(): void {
  const { exitCode } = Bun.spawnSync(['npm', 'ci', '--silent'], {
    cwd: import.meta.dir,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (exitCode !== 0) throw new Error('npm ci failed in bench/')
}
