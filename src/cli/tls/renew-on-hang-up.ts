import { readFileSync } from 'node:fs'
import type { Log } from '../../log.ts'
import type { Listening } from '../listen.ts'
import { fingerprint } from './key-and-certificate.ts'
import { ownCertificate, type TlsSettings } from './own-certificate.ts'

/** On SIGHUP takes what is in the certificate's files now; if that is no good, what we have stays. */
export function renewOnHangUp(server: Listening, config: TlsSettings, log: Log): void {
  process.on('SIGHUP', () => {
    try {
      const certificate = ownCertificate(config)
      if (!certificate) return log.info('process.signal', { signal: 'SIGHUP' })
      server.renew(certificate)
      log.info('tls.renewed', { ...fingerprint(certificate), ...(resetsSome() && { remedy }) })
    } catch (error) {
      log.error('tls.not-renewed', { error })
    }
  })
}

const remedy = 'net.ipv4.tcp_migrate_req=1 in /etc/sysctl.d: no connection is lost to the change of listeners'

/** True when the kernel resets connections that the old listener has not yet taken. */
function resetsSome(): boolean {
  try {
    return readFileSync('/proc/sys/net/ipv4/tcp_migrate_req', 'utf8').trim() === '0'
  } catch {
    // An older kernel, or a hardened unit: nobody can tell.
    return false
  }
}
