import { isIPv6 } from 'node:net'

/** The network that an address counts for: a household has a whole /64 of IPv6 and can take any address of it. */
export function networkOf(address: string): string {
  const bare = address.split('%')[0] ?? ''
  if (!isIPv6(bare)) return address
  const groups = groupsOf(bare)
  return ipv4Inside(groups) ?? `${groups.slice(0, 4).join(':')}::/64`
}

/** One spelling for all that look or compare alike. For counting only: the device gets the name as it was typed. */
export function canonicalName(username: string): string {
  return username.normalize('NFKC').trim().toLowerCase().normalize('NFKC')
}

function groupsOf(address: string): readonly string[] {
  const [head = '', tail] = withHexTail(address).toLowerCase().split('::')
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const between = Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...between, ...after].map((group) => Number.parseInt(group, 16).toString(16))
}

/** `::ffff:192.0.2.1` is `::ffff:c000:201` in a spelling of its own. */
function withHexTail(address: string): string {
  return address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number)
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  })
}

function ipv4Inside(groups: readonly string[]): string | undefined {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return undefined
  const bytes = groups.slice(6).flatMap((group) => {
    const number = Number.parseInt(group, 16)
    return [number >> 8, number & 255]
  })
  return bytes.join('.')
}
