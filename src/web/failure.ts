import type { ErrorHandler } from 'hono'
import { StoreUnavailable } from '../session/session-store.ts'
import { showUnavailable } from './guards/session.ts'
import type { Messages } from './messages.ts'
import type { Routes } from './routes.ts'
import type { Scope } from './scope.ts'

/** What is thrown is logged once, and answered without a word about it. */
export function answerFailure(routes: Routes, messages: Messages): ErrorHandler<Scope> {
  return (error, c) => {
    c.get('log').error('request.failed', { method: c.req.method, path: c.req.path, error })
    const needsStore = routes.find(c.req.path)?.access === 'session'
    if (needsStore && error instanceof StoreUnavailable) return showUnavailable(c, messages)
    return c.text('Internal server error', 500)
  }
}
