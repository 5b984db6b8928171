import { certificateStep } from './certificate-step.ts'
import { connectionStep } from './connection-step.ts'
import { type Finding, type Look, type Patient, type Step, skipped } from './examination.ts'
import { loginSteps } from './login-steps.ts'
import { nameStep } from './name-step.ts'
import { proxySteps } from './proxy-steps.ts'
import { restconfStep, strangerStep } from './restconf-steps.ts'

/** Takes the steps of a login one by one; where one fails, those behind it cannot be looked at. */
export async function examine(
  patient: Patient,
  report: (finding: Finding) => void = () => {},
): Promise<readonly Finding[]> {
  const toTheDevice = [nameStep, connectionStep, certificateStep, restconfStep, strangerStep]
  const findings: Finding[] = []
  for (const steps of [[...toTheDevice, ...loginSteps(patient)], proxySteps(patient)]) {
    let brokenAt: string | undefined
    for (const step of steps) {
      const finding = await takeStep(step, patient, brokenAt)
      if (finding.verdict === 'failed') brokenAt ??= step.name
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
