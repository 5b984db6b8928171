import type { Config } from './config.ts'
import type { Device } from './device/device.ts'
import { restconfDevice } from './device/restconf/client.ts'
import { PasswordRequired } from './device/restconf/verify.ts'
import type { DeclaredFeatures } from './features/declared.ts'
import { builtInProbes } from './features/features.ts'
import { inWords, readSecretFile, readTrustedFile } from './files.ts'
import { type Log, silentLog } from './log.ts'
import type { AfterLogin } from './login/after-login.ts'
import type { Counters } from './login/counters/counters.ts'
import { memoryCounters } from './login/counters/memory.ts'
import { KnownBrowsers } from './login/known-browsers.ts'
import { LoginThrottle, noThrottle } from './login/throttle.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { ModelState } from './model/model-state.ts'
import { Models } from './model/models.ts'
import { DeviceAccess } from './session/device-access.ts'
import { ModelAccess } from './session/model-access.ts'
import { Queue } from './session/queue.ts'
import { CsrfTokens, ServerSecret } from './session/server-secret.ts'
import { type Clock, type Session, steadyClock } from './session/session.ts'
import type { SessionStore } from './session/session-store.ts'
import { Sessions } from './session/sessions.ts'
import { kindOfStore, type OpenStoreOptions, openStore } from './session/stores/open-store.ts'
import { deviceTrust } from './settings/certificates.ts'
import { loadHook } from './settings/hook.ts'
import type { Theme } from './settings/load-theme.ts'
import { writableModelFolders } from './settings/model-folders.ts'
import { wrongSetting } from './settings/settings.ts'
import { createApp } from './web/app.ts'
import { loadAssets } from './web/assets.ts'
import { trustedProxies } from './web/proxies.ts'
import type { Connection } from './web/scope.ts'
import { loadViews } from './web/views/render.ts'

/** The whole service, not yet on any network. */
export interface Service {
  fetch(request: Request, connection: Connection): Response | Promise<Response>
  /** Checks now and every ten minutes whether the device asks for a password. */
  watchDevice(): Promise<void>
  /** Stops waiting for the device: logins under way are told that it cannot be reached. */
  giveUpOnDevice(): void
  /** Closes device and store, once all requests are answered. */
  stop(): Promise<void>
}

/** Parts that a vendor or a test can bring instead of those that the settings choose. */
export interface Replacements {
  readonly log: Log
  readonly now?: Clock
  readonly device?: Device
  readonly store?: SessionStore
  readonly afterLogin?: AfterLogin
  readonly hookPatienceMs?: number
  /** How long a login waits for its turn at the device. */
  readonly turnPatienceMs?: number
  readonly views?: string
  readonly modelOf?: (session: Session) => ModelState
  readonly pause?: (ms: number) => Promise<void>
  /** The device's model is read when a page needs it, not after each login. */
  readonly isModelReadOnDemand?: boolean
  readonly metrics?: Metrics | undefined
}

/** Builds the service from its settings: the only place that picks implementations. */
export async function createService(config: Config, given: Replacements): Promise<Service> {
  const { now = steadyClock(), pause = Bun.sleep, metrics, log } = given
  const device = given.device ?? openDevice(config, log, metrics)
  const secret = secretOf(config)
  const opened = given.store ?? (await storeOf(config, { now, log }))
  const store = metrics ? metrics.timeStore(opened) : opened
  const csrf = new CsrfTokens(secret, now)
  const sessions = new Sessions({ store, secret, csrf, now, log, limits: limitsOf(config) })
  const counting = await openCounters(given.store ? 'memory:' : config.sessionStore, { now, log })

  const access = new DeviceAccess(device, sessions)
  const models = new Models({ ...writableModelFolders(config), log, now })
  const turns = loginTurns(config)
  const model = new ModelAccess({ models, access, sessions, loginTurns: turns })

  const declared = await featuresOf(config)
  const login = {
    device,
    sessions,
    probes: declared.probes,
    afterLogin: given.afterLogin ?? (await hookOf(config)),
    throttle: config.loginAttempts
      ? new LoginThrottle({
          counters: counting.counters,
          limit: config.loginAttempts,
          hash: secret.hasher('throttle'),
        })
      : noThrottle,
    turns,
    delays: new Queue({ atOnce: MAX_WAITING_LOGINS, maxWaiting: 0 }),
    knownBrowsers: new KnownBrowsers(secret, now),
    hookPatienceMs: given.hookPatienceMs,
    ...(given.turnPatienceMs && { patienceMs: given.turnPatienceMs }),
    model: given.isModelReadOnDemand ? undefined : model,
    deadlineMs: config.loginDeadline,
    pause,
  }
  const answer = createApp({
    access,
    sessions,
    login,
    csrf,
    log,
    proxies: trustedProxies(config.trustedProxies),
    ...(await themeOf(config, given)),
    consoleUrl: config.consoleUrl,
    shortcuts: declared.shortcuts,
    hsts: config.hsts,
    allowedHosts: config.allowedHosts,
    modelOf: given.modelOf ?? ((session) => model.stateFor(session)),
  })

  return {
    fetch: answer,
    async watchDevice() {
      if (device instanceof PasswordRequired) await device.start()
    },
    giveUpOnDevice: () => device.close(),
    async stop() {
      models.close()
      device.close()
      counting.close()
      await sessions.stop()
    },
  }
}

/** The device that the settings name. */
export function openDevice(config: Config, log: Log, metrics?: Metrics | undefined): PasswordRequired {
  if (!config.restconf) throw wrongSetting('restconf', 'is missing: give the RESTCONF root of your device')
  const device = restconfDevice({
    root: config.restconf,
    trust: deviceTrust(config, log),
    timeoutMs: config.deviceTimeout,
    log,
    ...(metrics && { observe: metrics.observe }),
  })
  return new PasswordRequired(device, log)
}

/** Sessions that outlive the process need a secret that does, too. They belong to one device. */
function secretOf({ sessionSecretFile, sessionStore, deviceName, restconf }: Config): ServerSecret {
  if (sessionSecretFile === undefined) {
    if (sessionStore === 'memory:') return ServerSecret.random()
    throw wrongSetting(
      'sessionSecretFile',
      'is missing: sessions outside of memory need it; openssl rand -base64 32 makes a key',
    )
  }
  try {
    const device = deviceName ?? restconf?.href
    return readSecretFile(sessionSecretFile, (text) => ServerSecret.parse(text, device))
  } catch (error) {
    throw wrongSetting('sessionSecretFile', inWords(sessionSecretFile, error))
  }
}

/** The sessions of a store that a running service keeps, for a command beside it. */
export async function openSharedSessions(config: Config): Promise<Sessions> {
  if (config.sessionStore === 'memory:')
    throw wrongSetting('sessionStore', 'sessions in memory are known to the running service only')
  const [now, log] = [steadyClock(), silentLog]
  const secret = secretOf(config)
  const store = await storeOf(config, { now, log, create: false })
  return new Sessions({
    store,
    secret,
    csrf: new CsrfTokens(secret, now),
    now,
    log,
    limits: limitsOf(config),
  })
}

async function storeOf({ sessionStore }: Config, options: OpenStoreOptions): Promise<SessionStore> {
  try {
    return await openStore(sessionStore, options)
  } catch (error) {
    throw wrongSetting('sessionStore', error)
  }
}

interface OpenedCounters {
  readonly counters: Counters
  close(): void
}

/** Instances that share sessions also share the counts of attempts, over a separate connection. */
async function openCounters(sessionStore: string, parts: { now: Clock; log: Log }): Promise<OpenedCounters> {
  const own = memoryCounters(parts.now)
  if (kindOfStore(sessionStore) !== 'redis') return { counters: own, close() {} }
  const { parseRedisUrl } = await import('./session/stores/redis-url.ts')
  const { DEADLINE_MS, openRedisConnection } = await import('./session/stores/redis-connection.ts')
  const { redisCounters } = await import('./login/counters/redis.ts')
  const { withFallback } = await import('./login/counters/fallback.ts')
  const address = parseRedisUrl(sessionStore)
  const log = parts.log.with({ connection: 'throttle' })
  const connection = openRedisConnection({ address, log, becameUsable() {} })
  await Promise.race([connection.usable, Bun.sleep(DEADLINE_MS)])
  const shared = redisCounters(connection, address.prefix, parts.now)
  return { counters: withFallback({ shared, own, ...parts }), close: () => connection.close() }
}

const MAX_WAITING_LOGINS = 128

/** Every eighth turn is kept for known browsers. */
function loginTurns({ deviceConcurrency }: Config): Queue {
  const keptBack = Math.floor(deviceConcurrency / 8)
  return new Queue({ atOnce: deviceConcurrency, keptBack, maxWaiting: MAX_WAITING_LOGINS })
}

async function hookOf({ onLogin }: Config): Promise<AfterLogin | undefined> {
  return onLogin === undefined ? undefined : await loadHook(onLogin)
}

function limitsOf(config: Config) {
  return {
    idleMs: config.idleTimeout,
    absoluteMs: config.absoluteTimeout,
    perUser: config.maxSessionsPerUser,
    total: config.maxSessions,
  }
}

/** The probes of every login. */
export async function featuresOf({ features }: Config): Promise<DeclaredFeatures> {
  if (features === undefined) return { probes: builtInProbes, shortcuts: [] }
  const { parseDeclaredFeatures } = await import('./features/declared.ts')
  try {
    const { probes, shortcuts } = parseDeclaredFeatures(readTrustedFile(features))
    return { probes: [...builtInProbes, ...probes], shortcuts }
  } catch (error) {
    throw wrongSetting('features', inWords(features, error))
  }
}

async function themeOf({ theme }: Config, { views }: Replacements): Promise<Theme> {
  if (theme !== undefined) {
    const { loadTheme } = await import('./settings/load-theme.ts')
    return loadTheme(theme)
  }
  const render = loadViews(views === undefined ? {} : { own: views })
  return { render, assets: loadAssets(), banner: '', names: {}, isOurs: views === undefined }
}
