import { startService, type TestService } from './service.ts'

/** The service, for visitors who log in by the form from any address. Its pauses take no time, but are remembered. */
export interface Doorstep extends Omit<TestService, 'logIn'> {
  /** How long it would have paused, each time. */
  readonly pauses: number[]
  logIn(visit?: Visit): Promise<Response>
}

export interface Visit {
  readonly username?: string
  readonly password?: string
  /** The address at the other end of the connection; null on a unix socket. */
  readonly from?: string | null
  readonly headers?: Readonly<Record<string, string>>
  /** Aborts when the browser is closed. */
  readonly signal?: AbortSignal
}

export async function openDoorstep(...flags: string[]): Promise<Doorstep> {
  const pauses: number[] = []
  const started = await startService({ flags, pause: async (ms) => void pauses.push(ms) })
  return {
    ...started,
    pauses,
    async logIn({ username = 'admin', password = 'admin', from = '192.0.2.1', headers = {}, signal } = {}) {
      const request = new Request('http://portico.test/login', {
        method: 'POST',
        headers: { Host: 'portico.test', ...headers },
        body: new URLSearchParams({ username, password }),
        ...(signal && { signal }),
      })
      return started.service.fetch(request, { peer: from ?? undefined, tls: false })
    },
  }
}
