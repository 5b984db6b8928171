import type { Log } from '../log.ts'

/** Signals that would end a process, or open a debugger in it, if nobody listened. */
const STRAY = ['SIGUSR1', 'SIGUSR2'] as const

/** By these, whoever can set our environment runs code of theirs in this process, or looks into it. */
const RISKY_VARIABLES = /^(BUN_OPTIONS|BUN_INSPECT.*|BUN_BE_BUN|NODE_OPTIONS|LD_PRELOAD|LD_AUDIT)$/

/** What nobody has caught is logged, and the service goes on for everybody else. */
export function survive(log: Log): void {
  process.on('uncaughtException', (error) => log.error('process.fault', { error }))
  process.on('unhandledRejection', (error) => log.error('process.fault', { error }))
  // Not a word in the log: that may be the very pipe that is broken.
  process.on('SIGPIPE', () => {})
  for (const signal of STRAY) process.on(signal, () => log.info('process.signal', { signal }))

  const variables = Object.keys(process.env).filter((name) => RISKY_VARIABLES.test(name))
  if (variables.length > 0) log.warn('process.environment', { variables: variables.join(' ') })
}
