import type { Context, MiddlewareHandler } from 'hono'
import { MOST_BYTES } from '../form/form-body.ts'
import { hangUp } from '../hang-up.ts'
import type { Scope } from '../scope.ts'

/** Keeps us, the browser and a proxy in between agreed on where a message ends. */
export const guardFraming: MiddlewareHandler<Scope> = async (c, next) => {
  // The server takes a length that is said twice, the same each time.
  if (c.req.header('content-length')?.includes(',')) return hangUp(c, 400, 'Bad Request')
  await next()
  // What follows the last chunk may be no end: the server says so by itself, and then we say nothing.
  if (isChunked(c)) await new Promise(setImmediate)
  if (mayBeUnread(c)) c.res.headers.set('Connection', 'close')
  if (c.req.method === 'HEAD') await tellLength(c)
  return
}

/** A body longer than any form of ours, of unsaid length, or too slow: whatever is left of it is not waited for. */
function mayBeUnread(c: Context): boolean {
  return c.res.status === 408 || Number(c.req.header('content-length') ?? 0) > MOST_BYTES || isChunked(c)
}

const isChunked = (c: Context) => c.req.header('transfer-encoding') !== undefined

/** Left alone, the answer to HEAD would say 0. */
async function tellLength(c: Context): Promise<void> {
  if (c.res.body === null || c.res.headers.has('Content-Length')) return
  const { byteLength } = await c.res.clone().arrayBuffer()
  c.res.headers.set('Content-Length', String(byteLength))
}
