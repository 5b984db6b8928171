import { readConfig } from '../config.ts'
import { openLog } from './open-log.ts'

/** `portico serve`: the service in front of the device at `--restconf`, until it is told to stop. */
export async function runServe(args: readonly string[], env: NodeJS.ProcessEnv): Promise<undefined> {
  await startService(args, env)
}

/** Starts the service in this process, and returns where it answers. */
export async function startService(args: readonly string[], env: NodeJS.ProcessEnv): Promise<URL | string> {
  const config = readConfig(args, env)
  const { serve } = await import('./serve.ts')
  return await serve(config, openLog(config), env)
}
