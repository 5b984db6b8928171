/** Whom we believe to be the device. */
export type DeviceTrust =
  /** A certificate for its name, by an authority this machine knows. */
  | { readonly kind: 'system' }
  /** A certificate for its name, by one of these authorities. */
  | { readonly kind: 'ca'; readonly pem: string }
  /** This one public key, whatever its certificate says. */
  | { readonly kind: 'pin'; readonly sha256: string }
  /** Anybody. */
  | { readonly kind: 'none' }

/** Reads the value of `--device-pin`. Throws an Error of one sentence. */
export function parseDevicePin(text: string): DeviceTrust {
  const [, base64 = ''] = /^sha256:([A-Za-z0-9+/]{43}=)$/.exec(text) ?? []
  if (!base64)
    throw new Error('a pin is "sha256:" and the SHA-256 of the public key in base64 (44 characters)')
  return { kind: 'pin', sha256: base64 }
}
