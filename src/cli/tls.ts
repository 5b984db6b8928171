import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { readCertificate, readKeyOf } from '../settings/certificates.ts'
import { type SettingName, wrongSetting } from '../settings/settings.ts'
import type { Listening } from './listen.ts'
import { type KeyAndCertificate, keptCertificate } from './self-signed.ts'

type TlsSettings = Pick<Config, 'tlsCert' | 'tlsKey' | 'tlsSelfSigned' | 'listen' | 'allowedHosts'>

/** The certificate that browsers see, read again at each call; undefined when TLS does not end here. */
export function ownCertificate(config: TlsSettings): KeyAndCertificate | undefined {
  const { tlsCert, tlsKey, tlsSelfSigned } = config
  if (tlsSelfSigned !== undefined)
    return explained('tlsSelfSigned', () => keptCertificate(tlsSelfSigned, namesOf(config)))
  if (tlsCert === undefined || tlsKey === undefined) return undefined
  const cert = explained('tlsCert', () => readCertificate(tlsCert))
  return { cert, key: explained('tlsKey', () => readKeyOf(cert, tlsKey)) }
}

/** What an operator compares with what the browser shows. */
export function fingerprint({ cert }: KeyAndCertificate): { fingerprint: string; until: string } {
  const { fingerprint256, validTo } = new X509Certificate(cert)
  return { fingerprint: fingerprint256, until: new Date(validTo).toISOString() }
}

/** On SIGHUP shows what is in the certificate's files now; if it cannot be used, the present certificate stays. */
export function reloadCertificateOnSighup(server: Listening, config: TlsSettings, log: Log): void {
  process.on('SIGHUP', () => {
    try {
      const certificate = ownCertificate(config)
      if (!certificate) return log.info('process.signal', { signal: 'SIGHUP' })
      server.renew(certificate)
      log.info('tls.renewed', { ...fingerprint(certificate), ...(mayLoseConnections() && { remedy }) })
    } catch (error) {
      log.error('tls.not-renewed', { error })
    }
  })
}

const remedy = 'net.ipv4.tcp_migrate_req=1 in /etc/sysctl.d: no connection is lost to the change of listeners'

/** True when the kernel resets connections that the old listener has not yet taken. */
function mayLoseConnections(): boolean {
  try {
    return readFileSync('/proc/sys/net/ipv4/tcp_migrate_req', 'utf8').trim() === '0'
  } catch {
    // Older kernels and hardened units hide this file.
    return false
  }
}

/** The names and addresses by which browsers may reach us. */
function namesOf({ listen, allowedHosts = [] }: TlsSettings): string[] {
  const bound = listen.kind === 'tcp' && !/^(0\.0\.0\.0|::)$/.test(listen.host) ? [listen.host] : []
  return [...new Set([...allowedHosts, hostname(), 'localhost', ...bound, '127.0.0.1', '::1'])]
}

function explained<Result>(setting: SettingName, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw wrongSetting(setting, error)
  }
}
