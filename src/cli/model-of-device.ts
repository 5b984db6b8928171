import { readConfig } from '../config.ts'
import { DeviceError } from '../device/device-error.ts'
import { askCredentials } from '../doctor/credentials.ts'
import { failedLogin } from '../doctor/findings.ts'
import { silentLog } from '../log.ts'
import type { NoModel } from '../model/model-state.ts'
import { readModel } from '../model/read-model.ts'
import { modelFolders } from '../settings/model-folders.ts'
import { flagsLike, wrongSetting } from '../settings/settings.ts'
import { openDevice } from '../wiring.ts'
import type { Model } from '../yang/model.ts'

/** The settings of the service that say which device, and how it is known. */
export const deviceFlags = flagsLike(/^--(restconf|device-(ca|pin|timeout)|insecure-tls|models)$/)

export interface ReadModel {
  readonly model: Model
  /** Sentences about the modules that are missing. */
  readonly missing: readonly string[]
}

const FAILED = 1
const INTERRUPTED = 130

/** The model of a device, read as its user. Prints what prevents it, and then returns an exit status. */
export async function readDevice(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<ReadModel | number> {
  const config = readConfig(args, env)
  if (!config.restconf) throw wrongSetting('restconf', 'is missing: give it, or --sources and --library')
  const { folder } = modelFolders(config)
  const credentials = await askCredentials(env, 'end')
  if (credentials === 'interrupted') return INTERRUPTED
  if (!credentials)
    return complain(
      'the model is read as a user: PORTICO_USERNAME and PORTICO_PASSWORD, or answers at a terminal',
    )

  const device = openDevice(config, silentLog)
  try {
    const { user, alreadyRead } = await device.verify(credentials)
    const signal = new AbortController().signal
    const { state } = await readModel(user, alreadyRead, { log: silentLog, folder, signal })
    if (state.kind !== 'ready') return complain(reasons[state.kind === 'none' ? state.because : 'failed'])
    const { model, missing } = state.known
    return { model, missing: missing.map(({ name, because }) => `${name}: left out (${because})`) }
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error
    const { seen, remedy } = failedLogin(error)
    return complain(`${seen}. ${remedy}`)
  } finally {
    device.close()
  }
}

function complain(sentence: string): number {
  console.error(`portico: ${sentence}`)
  return FAILED
}

const reasons: Readonly<Record<NoModel, string>> = {
  'no-library': 'the YANG library cannot be read: may this account read it, and does the device have it?',
  'no-sources': 'the device serves no text of its modules: put them into a folder and name it with --models',
  failed: 'the device stopped answering',
}
