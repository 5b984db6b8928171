import { cookies } from './cookies.ts'
import { forgery } from './forgery.ts'
import { framing } from './framing.ts'
import { host } from './host.ts'
import { input } from './input.ts'
import { log } from './log.ts'
import { methods } from './methods.ts'
import type { Row } from './row.ts'

/** Every hostile request, by what it plays with. */
export const rows: Readonly<Record<string, readonly Row[]>> = {
  framing,
  host,
  methods,
  cookies,
  forgery,
  input,
  log,
}
