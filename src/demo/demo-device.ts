import { Accounts } from './accounts.ts'
import { Datastore } from './datastore.ts'
import { Faults } from './faults/faults.ts'
import { requestHandler } from './handle-request.ts'
import { Journal } from './journal.ts'
import { type ListenerOptions, listen } from './listener.ts'
import { atOnce, likeARealDevice } from './pace.ts'

/** A RESTCONF device to try the service on, and the device of its tests. */
export interface DemoDevice {
  /** The RESTCONF root, as in `http://127.0.0.1:40123/restconf`. */
  readonly url: string
  readonly port: number
  readonly accounts: Accounts
  readonly datastore: Datastore
  readonly faults: Faults
  readonly journal: Journal
  /** Refuses connections and cuts those there are, until it comes back on the same port. */
  goDead(): Promise<void>
  comeBack(): Promise<void>
  stop(): Promise<void>
}

export interface DemoDeviceOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number
  readonly host?: string
  /** `real` takes as long over a password as a real device does; `none` answers at once. */
  readonly delays?: 'none' | 'real'
  /** PEM. With it the device speaks HTTPS only. */
  readonly tls?: ListenerOptions['tls']
  /** The time on the device, by which its counters move. */
  readonly clock?: () => Date
  /** Opens the control door at `/demo/…`, by which another process sets faults and accounts. */
  readonly control?: boolean
}

export async function startDemoDevice(options: DemoDeviceOptions = {}): Promise<DemoDevice> {
  const { port = 0, host = '127.0.0.1', delays = 'none', tls, clock, control = false } = options
  const parts = {
    accounts: new Accounts(),
    datastore: new Datastore(clock),
    faults: new Faults(),
    journal: new Journal(),
  }
  const pace = delays === 'real' ? likeARealDevice() : atOnce
  const controls = { ...parts, goDead: () => listener.goAway(), comeBack: () => listener.comeBack() }
  const handle = requestHandler({ ...parts, pace, controls: control ? controls : undefined })
  const listener = await listen(handle, { host, port, tls })
  return {
    ...controls,
    port: listener.port,
    url: restconfRoot(listener.port, host, tls),
    stop: listener.goAway,
  }
}

function restconfRoot(port: number, host: string, tls: ListenerOptions['tls']): string {
  return `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}/restconf`
}
