import type { Config } from '../../config.ts'

/** One of the processes that are the service together. */
export interface Worker {
  readonly number: number
  readonly of: number
  /** The port that all of them share. */
  readonly port: number
}

const VARIABLE = 'PORTICO_WORKER'

/** The environment by which a worker knows what it is. Whoever started us is not told of it. */
export function workerEnv(env: NodeJS.ProcessEnv, { number, of, port }: Worker): NodeJS.ProcessEnv {
  const { NOTIFY_SOCKET: _, WATCHDOG_USEC: __, ...own } = env
  return { ...own, [VARIABLE]: `${number} ${of} ${port}` }
}

export function workerFrom(env: NodeJS.ProcessEnv): Worker | undefined {
  const [, number, of, port] = /^(\d+) (\d+) (\d+)$/.exec(env[VARIABLE] ?? '') ?? []
  return port === undefined ? undefined : { number: Number(number), of: Number(of), port: Number(port) }
}

/** The settings as one worker has them: the port that all share, and its part of the device. */
export function asWorker(config: Config, { of, port }: Worker): Config {
  const { listen, deviceConcurrency } = config
  return {
    ...config,
    listen: listen.kind === 'tcp' ? { ...listen, port } : listen,
    deviceConcurrency: Math.max(1, Math.floor(deviceConcurrency / of)),
  }
}
