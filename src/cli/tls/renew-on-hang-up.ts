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
      log.info('tls.renewed', fingerprint(certificate))
    } catch (error) {
      log.error('tls.not-renewed', { error })
    }
  })
}
