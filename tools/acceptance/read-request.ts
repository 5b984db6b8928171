import { basename } from 'node:path'
import type { Measurement } from './measurements.ts'

export type Request =
  | { readonly kind: 'run'; readonly isFromReports: boolean; readonly chosen: readonly Measurement[] }
  | { readonly kind: 'unknown'; readonly sentence: string }

/** Reads the arguments. An unknown word must not start an hour of measurements. */
export function readRequest(args: readonly string[], all: readonly Measurement[]): Request {
  const words = args.filter((arg) => arg !== '--reports')
  const isMeantBy = (word: string) => (one: Measurement) => /^\w/.test(word) && nameOf(one).includes(word)
  const unknown = words.find((word) => !all.some(isMeantBy(word)))
  if (unknown !== undefined) {
    const known = ['--reports', ...all.map(nameOf)].join(' ')
    return { kind: 'unknown', sentence: `"${unknown}" is none of ${known} (a part of a name will do)` }
  }
  const chosen = all.filter((one) => words.length === 0 || words.some((word) => isMeantBy(word)(one)))
  return { kind: 'run', isFromReports: args.includes('--reports'), chosen }
}

const nameOf = ({ file }: Measurement) => basename(file, '.ts')
