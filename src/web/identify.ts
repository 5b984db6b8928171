import type { MiddlewareHandler } from 'hono'
import type { Log } from '../log.ts'
import type { Proxies } from './proxies.ts'
import type { Scope } from './scope.ts'

/** Gives a request its name in the log, and says where it came from. */
export function identify(proxies: Proxies, log: Log): MiddlewareHandler<Scope> {
  return async (c, next) => {
    const address = proxies.clientAddress(c)
    c.set('address', address)
    c.set('log', log.with({ request: crypto.randomUUID(), address }))
    return next()
  }
}
