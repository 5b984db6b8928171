import { type Finding, type Look, type Patient, type Step, skipped, warning } from './findings.ts'
import { loginSteps } from './login.ts'
import { proxySteps } from './proxy.ts'
import { certificateStep, connectionStep, nameStep } from './reach.ts'
import { restconfStep, strangerStep } from './restconf.ts'

/** Looks at the steps of a login in order. After a step that failed, the others cannot be looked at. */
export async function examine(
  patient: Patient,
  report: (finding: Finding) => void = () => {},
): Promise<readonly Finding[]> {
  const toTheDevice = [nameStep, connectionStep, certificateStep, restconfStep, strangerStep]
  const findings: Finding[] = []
  for (const steps of [
    settingSteps(patient),
    [...toTheDevice, ...loginSteps(patient)],
    proxySteps(patient),
  ]) {
    let brokenAt: string | undefined
    for (const step of steps) {
      const finding = await takeStep(step, patient, brokenAt)
      if (finding.result === 'failed') brokenAt ??= step.name
      findings.push(finding)
      report(finding)
    }
  }
  return findings
}

async function takeStep({ name, look }: Step, patient: Patient, brokenAt?: string): Promise<Finding> {
  const startedAt = performance.now()
  const found: Look =
    brokenAt === undefined ? await look(patient) : skipped(`not reached: ${brokenAt} failed`)
  return { step: name, ...found, ms: Math.round(performance.now() - startedAt) }
}

/** Settings that will not do what they say. */
function settingSteps({ remarks = [] }: Patient): readonly Step[] {
  return remarks.map(({ setting, because }) => ({
    name: 'settings',
    look: async () => warning(`${setting} ${because}`, `Change ${setting}, or leave it out.`),
  }))
}
