import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { type Config, WrongSetting } from '../../config.ts'
import { readSecretFile } from '../../settings/trusted-file.ts'
import { keptCertificate } from './kept-certificate.ts'
import type { KeyAndCertificate } from './key-and-certificate.ts'

export type TlsSettings = Pick<Config, 'tlsCert' | 'tlsKey' | 'tlsSelfSigned' | 'listen' | 'allowedHosts'>

/** What we show to browsers, read anew each time; none when TLS does not end here. */
export function ownCertificate(config: TlsSettings): KeyAndCertificate | undefined {
  const { tlsCert, tlsKey, tlsSelfSigned, listen } = config
  if (tlsCert === undefined && tlsKey === undefined && tlsSelfSigned === undefined) return undefined
  if (listen.kind === 'unix') throw new WrongSetting('--listen: there is no TLS on a unix socket')
  if (tlsSelfSigned !== undefined) {
    if (tlsCert ?? tlsKey) throw new WrongSetting('--tls-self-signed and --tls-cert exclude each other')
    return explained('--tls-self-signed', () => keptCertificate(tlsSelfSigned, namesOf(config)))
  }
  if (tlsCert === undefined || tlsKey === undefined)
    throw new WrongSetting('--tls-cert and --tls-key: one goes with the other')
  const cert = explained('--tls-cert', () => readFileSync(tlsCert, 'utf8'))
  return explained('--tls-key', () => matched({ cert, key: readSecretFile(tlsKey) }))
}

function matched(both: KeyAndCertificate): KeyAndCertificate {
  if (!new X509Certificate(both.cert).checkPrivateKey(createPrivateKey(both.key)))
    throw new Error('is not the key of the certificate')
  return both
}

/** The names and addresses that a browser may have come by. */
function namesOf({ listen, allowedHosts = [] }: TlsSettings): string[] {
  const bound = listen.kind === 'tcp' && !/^(0\.0\.0\.0|::)$/.test(listen.host) ? [listen.host] : []
  return [...new Set([...allowedHosts, hostname(), 'localhost', ...bound, '127.0.0.1', '::1'])]
}

function explained<Result>(setting: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw WrongSetting.because(setting, error)
  }
}
