import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type RunningService, startServiceIn } from '../measure/running-service.ts'

/** A service that tells how long it worked on end, by processor time: a loaded machine makes that no longer. */
export interface MeteredService extends RunningService {
  /** Since it was last asked, in milliseconds. */
  longestSliceMs(): Promise<number>
}

export async function startMeteredService(checkout: string, device: string): Promise<MeteredService> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-meter-'))
  const socket = join(folder, 'socket')
  const service = await startServiceIn({
    checkout,
    device,
    preload: resolve('tools/attacks/slice-meter.ts'),
    env: { SLICE_METER_SOCKET: socket },
  })
  return {
    ...service,
    longestSliceMs: async () => Number(await (await fetch('http://meter/', { unix: socket })).text()),
    async stop() {
      await service.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** The smallest of several longest slices: the first ones compile and collect what later ones need no more. */
export async function longestSlice(service: MeteredService, attack: () => Promise<unknown>, times = 3) {
  const slices: number[] = []
  for (let time = 0; time < times; time++) {
    await service.longestSliceMs()
    await attack()
    slices.push(await service.longestSliceMs())
  }
  return Math.min(...slices)
}
