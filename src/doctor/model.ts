import type { AlreadyRead, DeviceUser } from '../device/device.ts'
import { silentLog } from '../log.ts'
import type { KnownModel, NoModel } from '../model/model-state.ts'
import { readModel, type WholeModel } from '../model/read-model.ts'
import { type Look, ok, warning } from './findings.ts'

const PATIENCE_MS = 60_000

/** Can the device's model be read, and from where? The step's own time says how long it takes. */
export async function lookAtModel(
  user: DeviceUser,
  read: AlreadyRead,
  folder: string | undefined,
): Promise<Look> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const { state, origins } = await readModel(user, read, { log: silentLog, folder, signal })
  if (state.kind === 'ready') return judge(state.known, origins)
  if (signal.aborted) return warning('reading it takes more than a minute', 'Look at the load of the device.')
  return explain(state.kind === 'none' ? state.because : 'failed')
}

function judge({ model, missing }: KnownModel, { device, folder }: WholeModel['origins']): Look {
  const places = [
    device > 0 ? `${device} texts from the device` : '',
    folder > 0 ? `${folder} from --models` : '',
  ]
  const seen = `${model.modules.size} modules, ${model.nodeCount} nodes; ${places.filter(Boolean).join(', ')}`
  if (missing.length === 0) return ok(seen)
  const some = missing.slice(0, 5).map(({ name, because }) => `${name} (${because})`)
  const more = missing.length > some.length ? `, and ${missing.length - some.length} more` : ''
  return warning(
    `${seen}; missing: ${some.join(', ')}${more}`,
    'Put the texts that are missing into a folder and name it with --models DIR; what they describe is shown as plain JSON.',
  )
}

function explain(because: NoModel): Look {
  const [seen, remedy] = reasons[because]
  return warning(`${seen}: data is shown as plain JSON`, remedy)
}

const reasons: Readonly<Record<NoModel, readonly [seen: string, remedy: string]>> = {
  'no-library': [
    'the YANG library cannot be read',
    'May this account read ietf-yang-library, and does the device have it?',
  ],
  'no-sources': [
    'the device serves no text of its modules',
    'Put the YANG files of its software into a folder and name it with --models DIR.',
  ],
  failed: ['the device stopped answering', 'Look at its log, and at what stands in front of it.'],
}
