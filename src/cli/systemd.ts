import type { Log } from '../log.ts'

/** Tells the service manager our state, as in sd_notify(3). */
export interface ServiceManager {
  ready(): Promise<void>
  stopping(): Promise<void>
}

/**
 * The service manager that asks for it, by NOTIFY_SOCKET and WATCHDOG_USEC; without them nothing is sent.
 * Its socket takes datagrams, which this runtime cannot send: systemd's own tool does.
 */
export function serviceManager(env: NodeJS.ProcessEnv, log: Log): ServiceManager {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: watchdogUs } = env
  if (!socket) return { ready: async () => {}, stopping: async () => {} }

  async function tell(state: string): Promise<void> {
    try {
      const teller = Bun.spawn(['systemd-notify', state], {
        env: { PATH: env.PATH, NOTIFY_SOCKET: socket },
        stdio: ['ignore', 'ignore', 'ignore'],
      })
      const status = await teller.exited
      if (status !== 0) log.warn('systemd.not-told', { state, status })
    } catch (error) {
      log.warn('systemd.not-told', { state, error })
    }
  }

  return {
    async ready() {
      // A loop that hangs sends nothing, and is started anew.
      if (watchdogUs) setInterval(() => void tell('WATCHDOG=1'), Number(watchdogUs) / 2000).unref()
      await tell('READY=1')
    },
    stopping: () => tell('STOPPING=1'),
  }
}
