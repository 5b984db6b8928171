import type { DeviceCall } from '../../src/device/device.ts'
import { restconfDevice } from '../../src/device/restconf/client.ts'
import { type Log, silentLog } from '../../src/log.ts'
import { errorBody, reply, wireDevice, YANG_JSON } from './wire-device.ts'

const opened: { close(): void }[] = []

/** For `afterEach`. */
export function closeScriptedDevices(): void {
  for (const thing of opened.splice(0)) thing.close()
}

/** A device that answers each call with the next reply, the last one again and again. */
export async function scriptedDevice(...replies: string[]) {
  const wire = await wireDevice((socket) =>
    socket.write(replies[wire.requests.length - 1] ?? replies.at(-1) ?? ''),
  )
  const calls: DeviceCall[] = []
  const logged: unknown[] = []
  const log: Log = { ...silentLog, debug: (event, fields) => logged.push({ event, ...fields }) }
  const observe = (call: DeviceCall) => calls.push(call)
  const trust = { kind: 'system' } as const
  const device = restconfDevice({ root: wire.root, trust, timeoutMs: 5000, log, observe })
  opened.push(wire, device)
  return { device, wire, calls, logged }
}

/** The path of a request below the data root. */
export function resourceOf(request: string): string {
  return request.split(' ')[1]?.replace('/restconf/data/', '') ?? ''
}

/** Answers as a real device words them. */
export const notFound = reply(404, YANG_JSON, errorBody('invalid-value'))
export const unauthorized = reply(401, YANG_JSON, errorBody('access-denied', 'Access denied.'))
export const forbidden = reply(403, YANG_JSON, errorBody('access-denied', 'access denied'))
