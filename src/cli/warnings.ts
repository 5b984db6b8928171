import { isLoopback } from '../addresses.ts'
import { type Config, questionableSettings } from '../config.ts'
import type { Log } from '../log.ts'

type Program = Pick<NodeJS.Process, 'argv' | 'env'>

/** Warnings for the operator at the start. None of them stops the service. */
export function warnAtStart(config: Config, log: Log, program: Program = process): void {
  warnOfPlainHttp(config, log)
  for (const remark of questionableSettings(config)) log.warn('setting.questionable', remark)
  if (config.metricsListen && !isLoopback(config.metricsListen.host))
    log.warn('metrics.reachable', { remedy: '--metrics-listen 127.0.0.1:PORT, or a firewall' })
  warnOfProcess(program, log)
}

/** Passwords that cross a network in the clear: from the browser to us, and from us to the device. */
function warnOfPlainHttp(
  { listen, trustedProxies, restconf, tlsCert, tlsSelfSigned }: Config,
  log: Log,
): void {
  const isReachable = listen.kind === 'tcp' && !isLoopback(listen.host)
  const hasTls = (tlsCert ?? tlsSelfSigned) !== undefined
  const hasProxy = trustedProxies.some(
    (proxy) => proxy !== 'unix' && !isLoopback(proxy.replace(/\/\d+$/, '')),
  )
  if (isReachable && !hasTls && !hasProxy) {
    log.warn('service.unencrypted', {
      remedy: '--tls-cert, --tls-self-signed, or a TLS proxy in --trusted-proxies',
    })
  }
  if (restconf?.protocol === 'http:' && !isLoopback(restconf.hostname))
    log.warn('device.unencrypted', { device: restconf.href, remedy: 'https:// in --restconf' })
}

/** Variables that inject code into this process. */
const CODE_VARIABLES = /^(BUN_OPTIONS|BUN_INSPECT.*|BUN_BE_BUN|NODE_OPTIONS|LD_PRELOAD|LD_AUDIT)$/
/** Variables that change whose certificates are trusted, or write the keys of TLS connections to a file. */
const TRUST_VARIABLES =
  /^(NODE_TLS_REJECT_UNAUTHORIZED|NODE_EXTRA_CA_CERTS|NODE_USE_SYSTEM_CA|SSL_CERT_FILE|SSL_CERT_DIR|SSLKEYLOGFILE)$/
/** Every user of the machine can read a password among the arguments, in the list of processes. */
const PASSWORD_IN_URL = /rediss?(\+\w+)?:\/\/[^@/]*:[^@/]+@|[?&]sentinel-password=/

function warnOfProcess({ argv, env }: Program, log: Log): void {
  if (argv.some((word) => PASSWORD_IN_URL.test(word)))
    log.warn('process.command-line', { remedy: 'SESSION_STORE in the environment' })
  const named = (pattern: RegExp) =>
    Object.keys(env)
      .filter((name) => pattern.test(name))
      .toSorted()
  const [ofCode, ofTrust] = [named(CODE_VARIABLES), named(TRUST_VARIABLES)]
  if (ofCode.length > 0) log.warn('process.environment', { variables: ofCode.join(' ') })
  if (ofTrust.length > 0) log.warn('process.trust-changed', { variables: ofTrust.join(' ') })
}
