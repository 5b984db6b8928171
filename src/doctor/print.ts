import { conclude, type Finding } from './examination.ts'

const words = { ok: 'ok', warning: 'warning', failed: 'FAILED', skipped: 'skipped' } as const

/** One finding as a line, and below it what to do. */
export function printFinding({ step, verdict, seen, remedy, ms }: Finding): string {
  const time = verdict === 'skipped' ? '' : `${ms} ms`
  const line = `${words[verdict].padEnd(9)}${step.padEnd(24)}${time.padStart(8)}  ${seen}`
  return remedy === undefined ? line : `${line}\n${' '.repeat(43)}→ ${remedy}`
}

export function printSummary(findings: readonly Finding[]): string {
  const conclusion = conclude(findings)
  if (conclusion === 'fails') return '\nA login would not work.'
  const warnings = findings.filter(({ verdict }) => verdict === 'warning').length
  const toLookAt = warnings === 0 ? '' : `; ${warnings} to look at`
  return conclusion === 'works'
    ? `\nA login works${toLookAt}.`
    : `\nNothing stands in the way of a stranger${toLookAt}. A login was not tried.`
}
