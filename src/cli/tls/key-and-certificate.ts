import { X509Certificate } from 'node:crypto'

/** PEM. */
export interface KeyAndCertificate {
  readonly key: string
  readonly cert: string
}

/** What an operator compares with what the browser shows. */
export function fingerprint({ cert }: KeyAndCertificate): { fingerprint: string; until: string } {
  const { fingerprint256, validTo } = new X509Certificate(cert)
  return { fingerprint: fingerprint256, until: new Date(validTo).toISOString() }
}
