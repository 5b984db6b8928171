import type { Log, LogFields } from '../log.ts'

/** Signals that would end a process, or open a debugger in it, if nothing handled them. */
const STRAY = ['SIGUSR1', 'SIGUSR2'] as const

/** Logs errors that were thrown and never caught; the service goes on for its other users. */
export function handleProcessErrors(log: Log, { hasHook }: { readonly hasHook: boolean }): void {
  const tell = (error: unknown) => log.error('process.fault', hasHook ? withoutWords(error) : { error })
  process.on('uncaughtException', tell)
  process.on('unhandledRejection', tell)
  // Not logged: the log may be the pipe that is broken.
  process.on('SIGPIPE', () => {})
  for (const signal of STRAY) process.on(signal, () => log.info('process.signal', { signal }))
}

/**
 * A hook knows passwords, and what it throws later may hold one in any spelling: in an address, escaped, as base64.
 * While there is a hook, only the kind of an error and the places in its stack are logged.
 */
export function withoutWords(error: unknown): LogFields {
  if (!(error instanceof Error)) return { kind: `thrown ${typeof error}`, withheld: WHY }
  const { name, message, stack = '' } = error
  const lines = stack.replace(message, '').split('\n')
  const at = lines.flatMap((line) => PLACE.exec(line)?.[1] ?? []).slice(0, 8)
  return { kind: KIND.test(name) ? name : 'Error', at, withheld: WHY }
}

const WHY = 'what it says, for --on-login knows passwords'
/** `at name (/path/file.ts:3:14)`: the path and the numbers. */
const PLACE = /^\s+at (?:.* \()?((?:file:\/\/)?\/[^\s()?#]+:\d+:\d+)\)?$/
const KIND = /^([A-Z][A-Za-z]{0,40})?(Error|Exception)$/
