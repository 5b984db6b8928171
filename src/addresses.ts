import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An IP address; an IPv4 address inside IPv6 (`::ffff:192.0.2.1`) is the IPv4 address. */
export type Address = ReturnType<typeof ipaddr.process>

/** Undefined for anything but a complete address; ipaddr.js alone would also take `127.1` and `0x7f000001`. */
export function readAddress(text: string): Address | undefined {
  return isIP(text) === 0 ? undefined : ipaddr.process(text)
}

/** True when what is sent to this host, an address or a name, never leaves this machine. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase()
  if (name === 'localhost') return true
  return readAddress(name.replace(/^\[(.*)\]$/, '$1'))?.range() === 'loopback'
}
