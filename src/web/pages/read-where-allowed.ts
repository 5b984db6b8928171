import { DeviceError } from '../../device/device-error.ts'
import type { Reader } from './page.ts'

/**
 * Reads several resources for one fragment: what the account may not see is undefined. When it may see none of them,
 * or when the device fails, the fragment fails.
 */
export async function readWhereAllowed(device: Reader, resources: readonly string[]): Promise<unknown[]> {
  const answers = await Promise.allSettled(resources.map(device))
  const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  const worst = failures.find((error) => !isNotForThisAccount(error))
  if (worst) throw worst
  if (failures.length === resources.length) throw failures[0]
  return answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : undefined))
}

function isNotForThisAccount(error: unknown): boolean {
  return error instanceof DeviceError && (error.kind === 'denied' || error.kind === 'absent')
}
