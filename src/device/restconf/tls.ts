import { createHash, type X509Certificate } from 'node:crypto'

/** Which certificate we accept as the device's. */
export type DeviceTrust =
  /** One for its name, by an authority this machine knows. */
  | { readonly kind: 'system' }
  /** One for its name, by one of these authorities. */
  | { readonly kind: 'ca'; readonly pem: string }
  /** Any certificate with this one public key. */
  | { readonly kind: 'pin'; readonly sha256: string }
  /** Any certificate at all. */
  | { readonly kind: 'none' }

/** Reads the value of `--device-pin`. Throws an Error of one sentence. */
export function parseDevicePin(text: string): DeviceTrust {
  const [, base64 = ''] = /^sha256:([A-Za-z0-9+/]{43}=)$/.exec(text) ?? []
  if (!base64)
    throw new Error('a pin is "sha256:" and the SHA-256 of the public key in base64 (44 characters)')
  return { kind: 'pin', sha256: base64 }
}

/** SHA-256 of the public key, base64: it outlives a renewed certificate. The value of `--device-pin sha256:…`. */
export function publicKeyPin(certificate: X509Certificate): string {
  const key = certificate.publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(key).digest('base64')
}
