import { momentAt, numberAt, shortTextAt } from '../../data/json-path.ts'
import { DeviceError } from '../../device/device-error.ts'
import type { OwnData } from '../renderer.ts'
import type { LoadAverage, MemoryUse } from '../views/view-data.ts'
import { defineFragment, type Page, type Reader } from './page.ts'

const facts = defineFragment({
  path: '/overview/facts',
  title: (text) => text.overview.facts,
  refreshSeconds: 30,
  load: (device) => readWhereAllowed(device, ['ietf-system:system', 'ietf-system:system-state']),
  template: 'overview-facts',
  view: ([system, state]) => overviewFacts(system, state),
})

/** What this device is and how it is doing. */
export const overview: Page = {
  path: '/',
  title: (text) => text.menu.overview,
  icon: 'gauge',
  group: 'system',
  fragments: [facts],
  bringsDeviceName: true,
}

/**
 * Reads several resources for one fragment. What the account may not see is undefined; when it may see none of them,
 * or when the device fails, the fragment fails.
 */
async function readWhereAllowed(device: Reader, resources: readonly string[]): Promise<unknown[]> {
  const answers = await Promise.allSettled(resources.map(device))
  const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  const worst = failures.find((error) => !isNotForThisAccount(error))
  if (worst) throw worst
  if (failures.length === resources.length) throw failures[0]
  return answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : undefined))
}

function isNotForThisAccount(error: unknown): boolean {
  return error instanceof DeviceError && (error.kind === 'denied' || error.kind === 'absent')
}

/** In characters. Longer than anything that a person would write. */
const MAX_TEXT = 1_000
const PLATFORM = ['ietf-system:system-state', 'platform']
const CLOCK = ['ietf-system:system-state', 'clock']
const USAGE = ['ietf-system:system-state', 'infix-system:resource-usage']

/** The facts from the two halves of ietf-system, as far as the device reports them. */
export function overviewFacts(system: unknown, state: unknown): OwnData<'overview-facts'> {
  const clock = momentAt(state, [...CLOCK, 'current-datetime'])
  const bootTime = momentAt(state, [...CLOCK, 'boot-datetime'])
  return {
    hostname: shortTextAt(system, ['ietf-system:system', 'hostname'], MAX_TEXT),
    contact: shortTextAt(system, ['ietf-system:system', 'contact'], MAX_TEXT),
    location: shortTextAt(system, ['ietf-system:system', 'location'], MAX_TEXT),
    osName: shortTextAt(state, [...PLATFORM, 'os-name'], MAX_TEXT),
    osVersion: shortTextAt(state, [...PLATFORM, 'os-version'], MAX_TEXT),
    machine: shortTextAt(state, [...PLATFORM, 'machine'], MAX_TEXT),
    uptime: uptimeBetween(bootTime, clock),
    clock,
    bootTime,
    memory: memoryUse(state),
    load: [1, 5, 15].flatMap((minutes) => loadAverage(state, minutes)),
  }
}

/** If the clock was set back since the device started, the uptime is unknown. */
function uptimeBetween(bootTime: string | undefined, clock: string | undefined): number | undefined {
  if (bootTime === undefined || clock === undefined) return undefined
  const ms = Date.parse(clock) - Date.parse(bootTime)
  return ms >= 0 ? ms : undefined
}

/** The device counts memory in KiB. */
function memoryUse(state: unknown): MemoryUse | undefined {
  const total = numberAt(state, [...USAGE, 'memory', 'total'])
  const available = numberAt(state, [...USAGE, 'memory', 'available'])
  if (total === undefined || available === undefined || total <= 0) return undefined
  if (available < 0 || available > total) return undefined
  const inBytes = (kib: number) => BigInt(Math.round(kib)) * 1024n
  const used = total - available
  return {
    used: inBytes(used),
    available: inBytes(available),
    total: inBytes(total),
    usedShare: used / total,
  }
}

/** A number, not a bar: a bar needs the number of processors, which these devices do not report. */
function loadAverage(state: unknown, minutes: number): LoadAverage[] {
  const load = numberAt(state, [...USAGE, 'load-average', `load-${minutes}min`])
  return load === undefined || load < 0 ? [] : [{ minutes, load }]
}
