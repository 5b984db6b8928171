import { readConfig } from '../config.ts'
import { openLog } from './open-log.ts'
import { asWorker, workerFrom } from './workers/worker.ts'

/** `portico serve`: the service in front of the device at `--restconf`, until it is told to stop. */
export async function runServe(args: readonly string[], env: NodeJS.ProcessEnv): Promise<undefined> {
  await startService(args, env)
}

/** Starts the service, in this process or in several, and returns where it answers. */
export async function startService(args: readonly string[], env: NodeJS.ProcessEnv): Promise<URL | string> {
  const config = readConfig(args, env)
  const log = openLog(config)
  const worker = workerFrom(env)
  if (config.workers > 1 && !worker) {
    const { startWorkers } = await import('./workers/start-workers.ts')
    return await startWorkers({ config, log, args, env })
  }
  const { serve } = await import('./serve.ts')
  if (!worker) return await serve(config, log, env)
  const ownLog = { ...log.with({ worker: worker.number }), flush: log.flush }
  return await serve(asWorker(config, worker), ownLog, env)
}
