import type { JsonObject } from '../json.ts'

/** What the device reports about itself at this moment. */
export function systemState(now: Date, bootedAt: Date): JsonObject {
  return {
    platform: {
      'os-name': 'Infix',
      'os-release': 'v26.02.1-demo',
      'os-version': 'v26.02.1-demo',
      machine: 'aarch64',
    },
    clock: { 'current-datetime': dateAndTime(now), 'boot-datetime': dateAndTime(bootedAt) },
    'infix-system:resource-usage': resourceUsage(now),
    'infix-system:software': {
      compatible: 'infix-aarch64',
      booted: 'primary',
      'boot-order': ['primary', 'secondary'],
      slot: [
        { name: 'rootfs.0', state: 'booted', bundle: { version: 'v26.02.1-demo' } },
        { name: 'rootfs.1', state: 'inactive', bundle: { version: 'v25.11.0-demo' } },
      ],
    },
    'infix-system:services': { service: services(now, bootedAt) },
  }
}

/** Sizes are KiB in 64 bits and load is a decimal: JSON carries both as strings (RFC 7951 section 6.1). */
function resourceUsage(now: Date): JsonObject {
  const wave = 1 + Math.sin(now.getTime() / 60_000)
  return {
    memory: { total: '1014528', free: String(402_816 - Math.round(wave * 9_000)), available: '668204' },
    'load-average': { 'load-1min': (0.12 + wave / 4).toFixed(2), 'load-5min': '0.31', 'load-15min': '0.24' },
    filesystem: [
      { 'mount-point': '/', size: '171008', used: '171008', available: '0' },
      { 'mount-point': '/var', size: '3620428', used: '214032', available: '3201944' },
      { 'mount-point': '/cfg', size: '15120', used: '84', available: '13860' },
    ],
  }
}

function services(now: Date, bootedAt: Date): JsonObject[] {
  const uptime = String(Math.floor((now.getTime() - bootedAt.getTime()) / 1000))
  return ['confd', 'dnsmasq', 'netopeer', 'sshd', 'statd', 'zebra'].map((name, index) => ({
    name,
    pid: 1200 + index * 37,
    description: `Demo of ${name}`,
    status: name === 'zebra' ? 'crashed' : 'running',
    statistics: { 'memory-usage': String(4_194_304 * (index + 1)), uptime },
  }))
}

/** As the device writes it: UTC as an offset, no fraction. */
function dateAndTime(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, '+00:00')
}
