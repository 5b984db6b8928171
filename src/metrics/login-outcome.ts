import type { LogFields } from '../log.ts'

/** What can come of a login, as the metrics name it. */
export const loginOutcomes = [
  'welcome',
  'wrong-credentials',
  'device-unreachable',
  'missing-field',
  'throttled',
  'busy',
  'left',
  'failed',
  'forged',
] as const

/** The outcome that an event of the log tells of; undefined when it tells of none. */
export function outcomeOf(event: string, fields: LogFields): (typeof loginOutcomes)[number] | undefined {
  if (event === 'forgery.refused') return fields.path === '/login' ? 'forged' : undefined
  const told = event === 'login.refused' ? fields.because : outcomeByEvent[event]
  return loginOutcomes.find((outcome) => outcome === told)
}

const outcomeByEvent: Readonly<Record<string, string>> = {
  'login.succeeded': 'welcome',
  'login.throttled': 'throttled',
  'login.busy': 'busy',
  'login.left': 'left',
  'login.failed': 'failed',
}
