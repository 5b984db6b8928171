import { readFileSync } from 'node:fs'

/** The resident memory of a process, in bytes. */
export function residentBytes(pid: number): number {
  const [, kB] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kB) * 1024
}
