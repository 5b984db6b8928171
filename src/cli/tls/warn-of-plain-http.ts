import type { Config } from '../../config.ts'
import type { Log } from '../../log.ts'

/** Passwords that cross a network in the clear are worth a line at the start. */
export function warnOfPlainHttp({ listen, trustedProxies }: Config, log: Log): void {
  const isReachable = listen.kind === 'tcp' && !isLoopback(listen.host)
  const hasProxy = trustedProxies.some((proxy) => proxy !== 'unix' && !isLoopback(proxy))
  if (isReachable && !hasProxy) {
    log.warn('service.unencrypted', {
      remedy: '--tls-cert, --tls-self-signed, or a TLS proxy in --trusted-proxies',
    })
  }
}

const isLoopback = (host: string) => /^(localhost|127\.[\d./]+|::1(\/128)?)$/i.test(host)
