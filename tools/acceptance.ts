import { readFile } from 'node:fs/promises'
import type { TestCase } from '../scripts/check/outcome.ts'
import { browserTests, bunTests, runTests } from '../scripts/check/tests.ts'
import { describeEvidence, type Finding, gatherEvidence } from './acceptance/evidence.ts'
import { measureApart } from './acceptance/measure-apart.ts'
import { loadMeasurements } from './acceptance/measurements.ts'
import { readRequest } from './acceptance/read-request.ts'

/**
 * Lists every requirement with what shows it, and whether it holds: runs all tests, then all measurements, one after
 * another. `--reports` takes the tests' results from the last run instead; other words choose measurements by name.
 */
const request = readRequest(process.argv.slice(2), await loadMeasurements())
if (request.kind === 'unknown') {
  console.error(request.sentence)
  process.exit(2)
}
const { isFromReports, chosen } = request
if (!isFromReports) for (const step of [bunTests, browserTests]) await runTests(step, [])

const cases = (await Promise.all([bunTests, browserTests].map(readReport))).flat()
const evidence = gatherEvidence(cases, await measureAll())
for (const one of evidence) console.log(describeEvidence(one))
const missing = evidence.filter(({ result }) => result !== 'holds')
console.log(`\n${evidence.length - missing.length} of ${evidence.length} hold`)
if (missing.length > 0) console.log(missing.map(({ id, result }) => `${id} ${result}`).join(', '))
process.exitCode = missing.length === 0 ? 0 : 1

async function readReport({ report, read }: typeof bunTests): Promise<TestCase[]> {
  const text = await readFile(report, 'utf8').catch(() => undefined)
  return text === undefined ? [] : read(text)
}

async function measureAll(): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { file, ids } of chosen) {
    console.log(`== ${file}`)
    findings.push({ file, ids, ...(await measureApart(file)) })
    console.log(findings.at(-1)?.figures)
  }
  return findings
}
