import type { ErrorHandler } from 'hono'
import type { Scope } from './scope.ts'

/** What is thrown is logged once, and answered without a word about it. */
export const answerFailure: ErrorHandler<Scope> = (error, c) => {
  c.var.log.error('request.failed', { method: c.req.method, path: c.req.path, error })
  return c.text('Internal server error', 500)
}
