import { type Config, WrongSetting } from './config.ts'
import type { Device } from './device/device.ts'
import { PasswordRequired } from './device/password-required.ts'
import { restconfDevice } from './device/restconf/client.ts'
import type { FeatureProbe } from './features/features.ts'
import { builtInProbes } from './features/probes.ts'
import type { Log } from './log.ts'
import type { AfterLogin } from './login/after-login.ts'
import { DeviceTurns } from './login/device-turns.ts'
import { LoginThrottle, noThrottle } from './login/throttle.ts'
import type { Metrics } from './metrics/metrics.ts'
import { type Clock, steadyClock } from './session/clock.ts'
import { CsrfTokens, ServerSecret } from './session/server-secret.ts'
import type { SessionStore } from './session/session-store.ts'
import { Sessions } from './session/sessions.ts'
import { openStore } from './session/stores/open-store.ts'
import { deviceTrust } from './settings/device-trust.ts'
import { loadHook } from './settings/load-hook.ts'
import { loadTheme, type Theme } from './settings/load-theme.ts'
import { readSecretFile, readTrustedFile } from './settings/trusted-file.ts'
import { createApp } from './web/app.ts'
import { loadAssets } from './web/assets.ts'
import { trustedProxies } from './web/proxies.ts'
import type { Connection } from './web/scope.ts'
import { loadViews } from './web/views/render.ts'
import { openTallies } from './wiring/open-tallies.ts'

/** The whole service, not yet on any network. */
export interface Service {
  fetch(request: Request, connection: Connection): Response | Promise<Response>
  /** Begins to look, now and every ten minutes, whether the device asks for a password. */
  watchDevice(): Promise<void>
  /** Waits for the device no longer: whoever is signing in is told that it cannot be reached. */
  giveUpOnDevice(): void
  /** Lets go of device and store, when nothing is to be answered any more. */
  stop(): Promise<void>
}

/** What a vendor, or a test, may bring instead of what the settings choose. */
export interface Replacements {
  readonly log: Log
  readonly now?: Clock
  readonly device?: Device
  readonly store?: SessionStore
  readonly afterLogin?: AfterLogin
  readonly hookPatienceMs?: number
  readonly views?: string
  readonly pause?: (ms: number) => Promise<void>
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
  const counting = await openTallies(given.store ? 'memory:' : config.sessionStore, { now, log })

  const login = {
    device,
    sessions,
    probes: await probesOf(config),
    afterLogin: given.afterLogin ?? (await hookOf(config)),
    throttle: config.loginAttempts
      ? new LoginThrottle({
          tallies: counting.tallies,
          limit: config.loginAttempts,
          hash: (text) => secret.hashes('throttle', text)[0],
        })
      : noThrottle,
    turns: new DeviceTurns(config.deviceConcurrency),
    hookPatienceMs: given.hookPatienceMs,
    deadlineMs: config.loginDeadline,
    pause,
  }
  const answer = createApp({
    device,
    sessions,
    login,
    csrf,
    log,
    proxies: trustedProxies(config.trustedProxies),
    ...themeOf(config, given),
    consoleUrl: config.consoleUrl,
    hsts: config.hsts,
    allowedHosts: config.allowedHosts,
  })

  return {
    fetch: answer,
    async watchDevice() {
      if (device instanceof PasswordRequired) await device.start()
    },
    giveUpOnDevice: () => device.close(),
    async stop() {
      device.close()
      counting.close()
      await sessions.stop()
    },
  }
}

function openDevice(config: Config, log: Log, metrics: Metrics | undefined): PasswordRequired {
  if (!config.restconf)
    throw new WrongSetting('--restconf (or RESTCONF_URL): which device? Give its RESTCONF root')
  const device = restconfDevice({
    root: config.restconf,
    trust: deviceTrust(config, log),
    timeoutMs: config.deviceTimeout,
    log,
    ...(metrics && { observe: metrics.observe }),
  })
  return new PasswordRequired(device, log)
}

/** Sessions that outlive the process need a secret that does, too. */
function secretOf({ sessionSecretFile, sessionStore }: Config): ServerSecret {
  if (sessionSecretFile === undefined) {
    if (sessionStore === 'memory:') return ServerSecret.random()
    throw new WrongSetting(
      '--session-secret-file (or SESSION_SECRET_FILE): needed when sessions are kept outside of memory',
    )
  }
  try {
    return ServerSecret.parse(readSecretFile(sessionSecretFile))
  } catch (error) {
    throw WrongSetting.because(`--session-secret-file: ${sessionSecretFile}`, error)
  }
}

async function storeOf({ sessionStore }: Config, parts: { now: Clock; log: Log }): Promise<SessionStore> {
  try {
    return await openStore(sessionStore, parts)
  } catch (error) {
    throw WrongSetting.because('--session-store', error)
  }
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

/** What is looked for at every login. */
export async function probesOf({ features }: Config): Promise<readonly FeatureProbe[]> {
  if (features === undefined) return builtInProbes
  const { parseDeclaredProbes } = await import('./features/declared.ts')
  try {
    return [...builtInProbes, ...parseDeclaredProbes(readTrustedFile(features))]
  } catch (error) {
    throw WrongSetting.because(`--features: ${features}`, error)
  }
}

function themeOf({ theme }: Config, { views }: Replacements): Theme {
  if (theme !== undefined) return loadTheme(theme)
  const render = loadViews(views === undefined ? {} : { own: views })
  return { render, assets: loadAssets(), banner: '', isOurs: views === undefined }
}
