import type { Context } from 'hono'
import { type Address, readAddress } from '../addresses.ts'
import type { Connection, Scope } from './scope.ts'

/** Reads the forwarded headers of trusted peers. Those of other peers are ignored. */
export interface Proxies {
  /** True when the browser's side of the connection is HTTPS: here, or at a trusted proxy in front. */
  isSecure(c: Context<Scope>): boolean
  /** The browser's address: the right-most hop that is not a trusted proxy. Undefined behind a unix socket without headers. */
  clientAddress(c: Context<Scope>): string | undefined
  isTrustedPeer(c: Context<Scope>): boolean
  /** How the client's address became known; says nothing about the address itself. */
  clientKnownBy(c: Context<Scope>): 'forwarded' | 'direct' | 'unknown'
  /** True when a peer that is not trusted forwards for others: a proxy missing from the setting, or a liar. */
  isUntrustedProxy(c: Context<Scope>): boolean
}

interface Peer {
  /** Undefined on a unix socket. */
  readonly address: string | undefined
  readonly isTrusted: boolean
}

/** Trusts the listed addresses and networks (`10.0.0.0/8`); `unix` stands for peers on a unix socket. */
export function trustedProxies(list: readonly string[]): Proxies {
  const networks = list.filter((entry) => entry !== 'unix').map(readNetwork)
  const trustsUnix = list.includes('unix')

  const isTrusted = (address: Address | undefined) =>
    address !== undefined && networks.some((contains) => contains(address))
  const peers = new WeakMap<Connection, Peer>()
  /** Read once for each request, which asks for it several times. */
  function peerOf({ env }: Context<Scope>): Peer {
    const known = peers.get(env)
    if (known) return known
    const address = env.peer === undefined ? undefined : readAddress(env.peer)
    const peer = {
      address: address?.toString(),
      isTrusted: env.peer === undefined ? trustsUnix : isTrusted(address),
    }
    peers.set(env, peer)
    return peer
  }
  const isTrustedPeer = (c: Context<Scope>) => peerOf(c).isTrusted

  return {
    isTrustedPeer,
    clientKnownBy(c) {
      const forwarded = isTrustedPeer(c) && listed(c.req.header('x-forwarded-for')).length > 0
      if (forwarded) return 'forwarded'
      return c.env.peer === undefined ? 'unknown' : 'direct'
    },
    isUntrustedProxy: (c) => !isTrustedPeer(c) && c.req.header('x-forwarded-proto') !== undefined,
    isSecure(c) {
      if (c.env.tls) return true
      const protocols = listed(c.req.header('x-forwarded-proto'))
      if (protocols.length === 0 || !isTrustedPeer(c)) return false
      return protocols.every((protocol) => protocol.toLowerCase() === 'https')
    },
    clientAddress(c) {
      const peer = peerOf(c)
      if (!peer.isTrusted) return peer.address
      let nearest = peer.address
      for (const hop of listed(c.req.header('x-forwarded-for')).slice(-MAX_HOPS).toReversed()) {
        const address = readHop(hop)
        // Proxies write `unknown` or similar for an unknown hop. Hops to its left cannot be trusted.
        if (address === undefined) return nearest
        if (!isTrusted(address)) return address.toString()
        nearest = address.toString()
      }
      return nearest
    },
  }
}

/** More proxies than any real chain has. A client can claim thousands, and reading each takes as long as a login page. */
const MAX_HOPS = 32

/** Whether the network of this setting contains an address. Throws when it is neither an address nor a network. */
function readNetwork(entry: string): (address: Address) => boolean {
  const [text = '', prefix] = entry.split('/')
  const network = text.includes('%') ? undefined : readAddress(text)
  if (!network) throw new Error(`"${entry}" is neither an IP address nor a network`)
  const maxBits = network.kind() === 'ipv6' ? 128 : 32
  const bits = Number(prefix ?? maxBits)
  if (!/^\d{1,3}$/.test(prefix ?? '0') || bits > maxBits) throw new Error(`"${entry}" is not a network`)
  return (address) => address.kind() === network.kind() && address.match(network, bits)
}

/** The address in a hop, which some proxies write as `192.0.2.1:5060` or `[2001:db8::1]:5060`. */
function readHop(hop: string): Address | undefined {
  return readAddress(hop.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1'))
}

function listed(header: string | undefined): string[] {
  if (header === undefined) return []
  const parts = header.split(',').map((part) => part.trim())
  return parts.filter(Boolean)
}
