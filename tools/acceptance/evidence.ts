import type { TestCase } from '../../scripts/check/outcome.ts'
import { idsOf } from './ids-of.ts'
import { requirements } from './requirements.ts'

/** What a measurement has found, in this run. */
export interface Finding {
  readonly ids: readonly string[]
  readonly file: string
  readonly ok: boolean
  readonly figures: string
}

/** One requirement and all that shows it. */
export interface Evidence {
  readonly id: string
  readonly requirement: string
  readonly tests: readonly TestCase[]
  readonly findings: readonly Finding[]
  readonly result: 'holds' | 'fails' | 'not shown'
}

export function gatherEvidence(cases: readonly TestCase[], findings: readonly Finding[]): Evidence[] {
  return Object.entries(requirements).map(([id, requirement]) => {
    const tests = cases.filter(({ name }) => idsOf(name).includes(id))
    const measured = findings.filter(({ ids }) => ids.includes(id))
    return { id, requirement, tests, findings: measured, result: judge(tests, measured) }
  })
}

function judge(tests: readonly TestCase[], findings: readonly Finding[]): Evidence['result'] {
  if (tests.some(({ result }) => result === 'failed') || findings.some(({ ok }) => !ok)) return 'fails'
  return tests.some(({ result }) => result === 'passed') || findings.length > 0 ? 'holds' : 'not shown'
}

export function describeEvidence({ id, requirement, tests, findings, result }: Evidence): string {
  const files = [...new Set(tests.map(({ file }) => file))]
  const failed = tests.filter((test) => test.result === 'failed').map(({ name }) => `      failed: ${name}`)
  const measured = findings.map(
    ({ ok, file, figures }) => `      ${ok ? 'measured' : 'FAILED'} by ${file}: ${figures}`,
  )
  const count = tests.length === 0 ? [] : [`      ${tests.length} tests in ${files.join(', ')}`]
  return [`${id.padEnd(4)} ${result.padEnd(9)} ${requirement}`, ...count, ...failed, ...measured].join('\n')
}
