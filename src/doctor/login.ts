import type { Credentials } from '../device/credentials.ts'
import type { Device, DeviceCall } from '../device/device.ts'
import { DeviceError } from '../device/device-error.ts'
import { restconfDevice } from '../device/restconf/client.ts'
import { detectFeatures, hasModule, type OnceReader, readOnce } from '../features/features.ts'
import { silentLog } from '../log.ts'
import { failedLogin, type Look, ok, type Patient, type Step, skipped, warning } from './findings.ts'
import { lookAtModel } from './model.ts'

/** Can a user log in, which features does the device have, and how long does it take? Makes the same calls as a login. */
export function loginSteps(patient: Patient): readonly Step[] {
  const { credentials } = patient
  if (!credentials) return [{ name: 'credentials', look: async () => noCredentials }]
  const trial = new Trial(patient, credentials)
  return [
    { name: 'credentials', look: () => trial.verify() },
    { name: 'YANG library', look: () => trial.read('ietf-yang-library:yang-library') },
    { name: 'services', look: () => trial.read('infix-services:web') },
    { name: 'features', look: () => trial.detectFeatures() },
    { name: 'model', look: () => trial.readModel() },
  ]
}

const noCredentials = skipped('none given: set PORTICO_USERNAME and PORTICO_PASSWORD, or use a terminal')

const unsendable = skipped(
  'nothing was sent, so this says nothing about the device: HTTP Basic cannot carry a colon in a user name, or control characters',
)

const notReached = skipped('not reached: no user is logged in')

/** A device with a good password hash needs a tenth of a second for a login; people notice a second. */
const SLOW_MS = 1_000

/** "off" would hide that a name in --features is misspelled. */
function cannotBeRead(seen: string, failures: readonly DeviceCall[]): Look {
  const named = failures.map(({ resource, outcome }) => `${resource} (${outcome})`)
  return warning(
    `${seen}; cannot be read: ${named.join(', ')}`,
    'Check the names in --features: does the device have these resources, and may this account read them?',
  )
}

function noSuchModule(seen: string, modules: readonly string[]): Look {
  return warning(
    `${seen}; the YANG library of the device lists no module ${modules.join(', ')}`,
    'Check the names in --features, or leave out what this device does not have.',
  )
}

/** One login, step by step. */
class Trial {
  readonly #patient: Patient
  readonly #credentials: Credentials
  readonly #calls: DeviceCall[] = []
  readonly #device: Device
  #reader: OnceReader | undefined

  constructor(patient: Patient, credentials: Credentials) {
    this.#patient = patient
    this.#credentials = credentials
    const observe = (call: DeviceCall) => this.#calls.push(call)
    this.#device = restconfDevice({ ...patient, log: silentLog, observe })
  }

  async verify(): Promise<Look> {
    const within = AbortSignal.timeout(this.#patient.deadlineMs)
    try {
      const { user, alreadyRead } = await this.#device.verify(this.#credentials, within)
      this.#reader = readOnce(user, alreadyRead, within)
      return ok(`accepted; ${this.#cost()}`)
    } catch (error) {
      this.#device.close()
      if (!(error instanceof DeviceError)) throw error
      if (error.code === 'unsendable-credentials') return unsendable
      return failedLogin(error)
    }
  }

  async read(resource: string): Promise<Look> {
    if (!this.#reader) return notReached
    try {
      await this.#reader.get(resource)
      return ok(`${resource} can be read`)
    } catch (error) {
      if (!(error instanceof DeviceError)) throw error
      return warning(
        `${resource} cannot be read (${error.code})`,
        'The features that it decides stay off for this user: may this account read it, and does the device have it?',
      )
    }
  }

  async detectFeatures(): Promise<Look> {
    const { probes } = this.#patient
    if (!this.#reader) return notReached
    const before = this.#calls.length
    const features = await detectFeatures(probes, this.#reader, silentLog)
    const told = Object.entries(features).map(([name, isOn]) => `"${name}" ${isOn ? 'on' : 'off'}`)
    const seen = `${told.join(', ')}; a login costs ${this.#cost()}`
    const failures = this.#calls.slice(before).filter(({ outcome }) => outcome !== 'ok')
    if (failures.length > 0) return cannotBeRead(seen, failures)
    const missing = await this.#missingModules(this.#reader)
    if (missing.length > 0) return noSuchModule(seen, missing)
    if (this.#spentMs() < SLOW_MS) return ok(seen)
    return warning(seen, 'The device is slow, which delays every login. Look at its load.')
  }

  async #missingModules(reader: OnceReader): Promise<readonly string[]> {
    const named = new Set(this.#patient.probes.flatMap(({ module }) => module ?? []))
    const known = await Promise.all(
      [...named].map(async (module) => ({ module, isThere: await hasModule(reader, module) })),
    )
    return known.filter(({ isThere }) => !isThere).map(({ module }) => module)
  }

  async readModel(): Promise<Look> {
    if (!this.#reader) return notReached
    const user = this.#device.as(this.#credentials)
    const look = await lookAtModel(user, await this.#reader.answers(), this.#patient.models)
    this.#device.close()
    return look
  }

  #cost(): string {
    const { length } = this.#calls
    return `${length} ${length === 1 ? 'request' : 'requests'}, ${this.#spentMs()} ms at the device`
  }

  #spentMs(): number {
    return this.#calls.reduce((sum, { ms }) => sum + ms, 0)
  }
}
