import type { Finding } from './examination.ts'

const words = { ok: 'ok', warning: 'warning', failed: 'FAILED', skipped: 'skipped' } as const

/** One finding as a line, and below it what to do. */
export function printFinding({ step, verdict, seen, remedy, ms }: Finding): string {
  const time = verdict === 'skipped' ? '' : `${ms} ms`
  const line = `${words[verdict].padEnd(9)}${step.padEnd(24)}${time.padStart(8)}  ${seen}`
  return remedy === undefined ? line : `${line}\n${' '.repeat(43)}→ ${remedy}`
}

export function printSummary(findings: readonly Finding[]): string {
  const count = (verdict: Finding['verdict']) => findings.filter((found) => found.verdict === verdict).length
  if (count('failed') > 0) return '\nA login would not work.'
  const warnings = count('warning')
  return warnings === 0
    ? '\nNothing stands in the way.'
    : `\nNothing stands in the way; ${warnings} to look at.`
}
