import { isObject, listOf, valueAt } from '../data/json-path.ts'
import type { AlreadyRead, DeviceUser } from '../device/device.ts'
import { DeviceError } from '../device/device-error.ts'
import type { Log, LogFields } from '../log.ts'

/** Optional features by name, fixed for the life of a session. */
export type Features = Readonly<Record<string, boolean>>

/** One read of the device that settles one or more features. */
export interface FeatureProbe {
  readonly names: readonly string[]
  /** A module that an operator has named, and may have misspelled. */
  readonly module?: string
  read(device: DeviceReader): Promise<Features>
}

/** What a probe may do: read a resource. Two probes that read the same one cost one call. */
export interface DeviceReader {
  get(resource: string): Promise<unknown>
}

/** Runs every probe. A probe that fails leaves its own features off and disturbs no other. */
export async function detectFeatures(
  probes: readonly FeatureProbe[],
  device: DeviceReader,
  log: Log,
): Promise<Features> {
  const found = await Promise.all(probes.map((probe) => settle(probe, device, log)))
  return Object.fromEntries(found.flat())
}

/** The features as one text. Equal maps in the same order give the same text. */
export function featuresAsText(features: Features): string {
  const known = texts.get(features)
  if (known !== undefined) return known
  const text = JSON.stringify(features)
  texts.set(features, text)
  return text
}

/** A session has the same map object at each request. */
const texts = new WeakMap<Features, string>()

async function settle(probe: FeatureProbe, device: DeviceReader, log: Log): Promise<[string, boolean][]> {
  const found = await probe.read(device).catch((error: unknown): Features => {
    log.warn('probe.failed', { features: probe.names, ...factsOf(error) })
    return {}
  })
  return probe.names.map((name) => [name, Object.hasOwn(found, name) && found[name] === true])
}

/** A read that the account is not allowed is not a fault of the program, so its stack trace is not logged. */
function factsOf(error: unknown): LogFields {
  return error instanceof DeviceError ? { because: error.kind, reason: error.code } : { error }
}

/** A reader that remembers everything it has read. */
export interface OnceReader extends DeviceReader {
  /** For each resource, the body or the reason why there is none. */
  answers(): Promise<AlreadyRead>
}

/**
 * Reads each resource at most once, and not at all if verifying the credentials has already read it:
 * on a real device every request costs 45 ms of password hashing.
 */
export function readOnce(user: DeviceUser, alreadyRead: AlreadyRead, within?: AbortSignal): OnceReader {
  const reads = new Map<string, Promise<unknown>>()

  function read(resource: string): Promise<unknown> {
    if (!alreadyRead.has(resource)) return user.get(resource, within)
    const answer = alreadyRead.get(resource)
    return answer instanceof DeviceError ? Promise.reject(answer) : Promise.resolve(answer)
  }

  return {
    get(resource) {
      const answer = reads.get(resource) ?? read(resource)
      reads.set(resource, answer)
      return answer
    },
    async answers() {
      const answers = new Map(alreadyRead)
      for (const [resource, answer] of reads) answers.set(resource, await answer.catch((error) => error))
      return answers
    },
  }
}

export const CONSOLE = 'console'
/** The mDNS network browser's key, word for word from the specification. */
export const NETWORK_BROWSER = 'the service'

const WEB_SERVICES = 'infix-services:web'

/** The web terminal and the network browser: one read of the services configuration settles both. */
const webShortcuts: FeatureProbe = {
  names: [CONSOLE, NETWORK_BROWSER],
  async read(device) {
    const services = await device.get(WEB_SERVICES)
    const isOn = (service: string) => valueAt(services, [WEB_SERVICES, service, 'enabled']) === true
    return { [CONSOLE]: isOn('console'), [NETWORK_BROWSER]: isOn('netbrowse') }
  },
}

const WIFI = 'wifi'
const CONTAINERS = 'containers'

/** Wi-Fi and containers, as far as the device's software was built with them. */
const yangFeatures: FeatureProbe = {
  names: [WIFI, CONTAINERS],
  async read(device) {
    const has = (feature: string) => advertises(device, 'infix-interfaces', feature)
    return { [WIFI]: await has(WIFI), [CONTAINERS]: await has(CONTAINERS) }
  },
}

/** The probes that run on every device, at every login. */
export const builtInProbes: readonly FeatureProbe[] = [webShortcuts, yangFeatures]

const LIBRARY = 'ietf-yang-library:yang-library'
/** RFC 7895: the library of a device from before 2019. */
const OLD_LIBRARY = 'ietf-yang-library:modules-state'

/** True when the device's YANG library says that the module advertises the feature. */
export async function advertises(device: DeviceReader, module: string, feature: string): Promise<boolean> {
  const modules = await readModules(device)
  return modules.some(
    (entry) => isObject(entry) && entry.name === module && listOf(entry.feature).includes(feature),
  )
}

/** True when the device's YANG library has a module of that name. */
export async function hasModule(device: DeviceReader, module: string): Promise<boolean> {
  const modules = await readModules(device)
  return modules.some((entry) => isObject(entry) && entry.name === module)
}

async function readModules(device: DeviceReader): Promise<readonly unknown[]> {
  try {
    const library = await device.get(LIBRARY)
    return listOf(valueAt(library, [LIBRARY, 'module-set'])).flatMap((set) =>
      listOf(valueAt(set, ['module'])),
    )
  } catch (error) {
    if (!(error instanceof DeviceError && error.kind === 'absent')) throw error
    return listOf(valueAt(await device.get(OLD_LIBRARY), [OLD_LIBRARY, 'module']))
  }
}
