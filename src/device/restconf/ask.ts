import type { Log } from '../../log.ts'
import type { Credentials } from '../credentials.ts'
import type { Observe } from '../device-call.ts'
import { DeviceError } from '../device-error.ts'
import type { Reading } from './answer.ts'
import { readAnswer } from './answer.ts'
import { basicAuthorization } from './basic.ts'
import type { ErrorBody } from './error-body.ts'
import { resourcePath } from './resource-path.ts'
import type { Transport } from './transport.ts'

/** Calls the device once. Throws a DeviceError when no answer comes. */
export type Ask = (question: {
  readonly resource: string
  /** Left out, the device is asked as a stranger. */
  readonly credentials?: Credentials
  readonly within?: AbortSignal | undefined
}) => Promise<Reading>

export function askThrough(transport: Transport, log: Log, observe: Observe = () => {}): Ask {
  return async ({ resource, credentials, within }) => {
    const path = resourcePath(resource)
    const authorization = credentials && basicAuthorization(credentials)
    const startedAt = performance.now()
    const report = (outcome: string, details?: object) => {
      const ms = Math.round(performance.now() - startedAt)
      observe({ resource: resource.replaceAll(/=[^/]*/g, ''), outcome, ms })
      log.debug('device.called', { resource, outcome, ms, ...details })
    }

    try {
      const reading = readAnswer(await transport.get({ path, authorization, within }))
      if (reading.kind === 'data') report('ok')
      else report(reading.code, { deviceSays: withoutSecret(reading.says, credentials) })
      return reading
    } catch (error) {
      if (error instanceof DeviceError) report(error.code, { cause: error.cause })
      throw error
    }
  }
}

/** A device may echo what it was sent. */
function withoutSecret(
  says: ErrorBody | undefined,
  credentials: Credentials | undefined,
): ErrorBody | undefined {
  if (!says || !credentials) return says
  const secrets = [credentials.revealPassword(), basicAuthorization(credentials).slice('Basic '.length)]
  const echoes = secrets.some((secret) => `${says.tag} ${says.message}`.includes(secret))
  return echoes ? undefined : says
}
