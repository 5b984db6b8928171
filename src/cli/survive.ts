import type { Log } from '../log.ts'

/** Signals that would end a process, or open a debugger in it, if nobody listened. */
const STRAY = ['SIGUSR1', 'SIGUSR2'] as const

/** By these, whoever can set our environment runs code of theirs in this process, or looks into it. */
const RISKY_VARIABLES = /^(BUN_OPTIONS|BUN_INSPECT.*|BUN_BE_BUN|NODE_OPTIONS|LD_PRELOAD|LD_AUDIT)$/

/** A password among the arguments is there for everybody on the machine to read, in the list of processes. */
const PASSWORD_IN_URL = /rediss?(\+\w+)?:\/\/[^@/]*:[^@/]+@|[?&]sentinel-password=/

/** What nobody has caught is logged, and the service goes on for everybody else. */
export function survive(log: Log): void {
  process.on('uncaughtException', (error) => log.error('process.fault', { error }))
  process.on('unhandledRejection', (error) => log.error('process.fault', { error }))
  // Not a word in the log: that may be the very pipe that is broken.
  process.on('SIGPIPE', () => {})
  for (const signal of STRAY) process.on(signal, () => log.info('process.signal', { signal }))

  if (process.argv.some((word) => PASSWORD_IN_URL.test(word)))
    log.warn('process.command-line', { remedy: 'SESSION_STORE in the environment' })
  const variables = Object.keys(process.env).filter((name) => RISKY_VARIABLES.test(name))
  if (variables.length > 0) log.warn('process.environment', { variables: variables.join(' ') })
}
