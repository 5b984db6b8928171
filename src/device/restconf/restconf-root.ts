/** The address of a device's RESTCONF root, as a setting gives it. Throws an Error of one sentence. */
export function parseRestconfRoot(text: string): URL {
  if (/\[[^\]]*%/.test(text)) {
    throw new Error(
      'an IPv6 zone (like %eth0) cannot be part of the address: use another address of the device, or its name',
    )
  }
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Error('the address must be a URL like https://192.0.2.1/restconf')
  }
  if (url.username || url.password) throw new Error('the address must not contain a user name or a password')
  if (/[?#]/.test(text)) throw new Error('the address must end with its path: no ? and no #')
  return url
}
