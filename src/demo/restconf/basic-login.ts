export interface BasicLogin {
  readonly username: string
  /** Bytes, because what a device compares are bytes. */
  readonly password: Buffer
}

/** Reads `Authorization: Basic …`; undefined for another scheme or what is not base64 of `name:password`. */
export function readBasic(authorization: string | undefined): BasicLogin | undefined {
  // the scheme in any case and base64 without its padding: both are let pass by the real device
  const encoded = /^basic +([A-Za-z0-9+/]+)={0,2}$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return undefined
  const bytes = Buffer.from(encoded, 'base64')
  const colon = bytes.indexOf(':')
  if (colon < 0) return undefined
  return { username: bytes.subarray(0, colon).toString(), password: cutAtNul(bytes.subarray(colon + 1)) }
}

/** The device hands the password on as a C string. */
function cutAtNul(password: Buffer): Buffer {
  const nul = password.indexOf(0)
  return nul < 0 ? password : password.subarray(0, nul)
}
