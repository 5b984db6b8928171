import { BlockList, isIP } from 'node:net'
import type { Context } from 'hono'
import type { Scope } from './scope.ts'

/** Whose forwarded headers count, and what they say. From anybody else they are as if they were not there. */
export interface Proxies {
  /** True when the browser's side of the connection is HTTPS: here, or at a trusted proxy in front. */
  isSecure(c: Context<Scope>): boolean
  /** The browser's address: the right-most hop that is no trusted proxy. Unknown behind a silent unix socket. */
  clientAddress(c: Context<Scope>): string | undefined
  isTrustedPeer(c: Context<Scope>): boolean
  /** How the client's address came to be known; says nothing of the address itself. */
  clientKnownBy(c: Context<Scope>): 'forwarded' | 'direct' | 'unknown'
  /** True when somebody who is not trusted forwards for others: a proxy that the list forgot, or a liar. */
  isOverlooked(c: Context<Scope>): boolean
}

/** Trusts the listed addresses and networks (`10.0.0.0/8`); `unix` stands for peers on a unix socket. */
export function trustedProxies(list: readonly string[]): Proxies {
  const trusted = new BlockList()
  for (const entry of list) if (entry !== 'unix') addTo(trusted, entry)
  const trustsUnix = list.includes('unix')

  function isTrusted(address: string): boolean {
    const version = isIP(address)
    return version !== 0 && trusted.check(address, version === 6 ? 'ipv6' : 'ipv4')
  }
  function isTrustedPeer(c: Context<Scope>): boolean {
    return c.env.peer === undefined ? trustsUnix : isTrusted(withoutMapping(c.env.peer))
  }

  return {
    isTrustedPeer,
    clientKnownBy(c) {
      const forwarded = isTrustedPeer(c) && listed(c.req.header('x-forwarded-for')).length > 0
      if (forwarded) return 'forwarded'
      return c.env.peer === undefined ? 'unknown' : 'direct'
    },
    isOverlooked: (c) => !isTrustedPeer(c) && c.req.header('x-forwarded-proto') !== undefined,
    isSecure(c) {
      if (c.env.tls) return true
      const protocols = listed(c.req.header('x-forwarded-proto'))
      if (protocols.length === 0 || !isTrustedPeer(c)) return false
      return protocols.every((protocol) => protocol.toLowerCase() === 'https')
    },
    clientAddress(c) {
      const peer = c.env.peer && withoutMapping(c.env.peer)
      if (!isTrustedPeer(c)) return peer
      let nearest = peer
      for (const hop of listed(c.req.header('x-forwarded-for')).toReversed()) {
        const address = hopAddress(hop)
        // What a proxy writes when it does not know, like `unknown`, hides all that stands left of it.
        if (address === undefined) return nearest
        if (!isTrusted(address)) return address
        nearest = address
      }
      return nearest
    },
  }
}

/** Throws a sentence when the entry is neither an address nor a network. */
function addTo(list: BlockList, entry: string): void {
  const [address = '', prefix] = entry.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%'))
    throw new Error(`"${entry}" is neither an IP address nor a network`)
  const family = version === 6 ? 'ipv6' : 'ipv4'
  const most = version === 6 ? 128 : 32
  const bits = Number(prefix ?? most)
  if (!/^\d{1,3}$/.test(prefix ?? '0') || bits > most) throw new Error(`"${entry}" is no network`)
  list.addSubnet(address, bits, family)
}

/** The address in a hop, which some proxies write as `192.0.2.1:5060` or `[2001:db8::1]:5060`. */
function hopAddress(hop: string): string | undefined {
  const bare = hop.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')
  return isIP(bare) === 0 ? undefined : withoutMapping(bare)
}

/** An IPv4 client of a listener on `::` arrives as `::ffff:192.0.2.1`; some write that as `::ffff:c000:201`. */
function withoutMapping(address: string): string {
  // With a zone it is nobody's address, and no URL can spell it.
  if (!/^[0:]*:ffff:[^%]*$/i.test(address)) return address
  const [, high = '', low = ''] =
    /^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/.exec(new URL(`http://[${address}]`).hostname) ?? []
  if (!low) return address
  return [high, low]
    .flatMap((part) => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 255])
    .join('.')
}

function listed(header: string | undefined): string[] {
  if (header === undefined) return []
  const parts = header.split(',').map((part) => part.trim())
  return parts.filter(Boolean)
}
