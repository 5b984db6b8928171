import { parseArgs } from 'node:util'
import { describeReport } from './torture/report.ts'
import { torture } from './torture/torture.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '1' } } })
const minutes = Number(values.minutes)
if (!(minutes > 0)) {
  console.error('usage: npm run torture -- --minutes N')
  process.exit(2)
}

const report = await torture({ forMs: minutes * 60_000, say: (line) => console.log(line) })
console.log(describeReport(report))
process.exitCode = report.violations.length === 0 ? 0 : 1
