import type { Context } from 'hono'

/** Says one plain thing, and that there will be no further conversation over this connection. */
export function hangUp(c: Context, status: 400 | 408 | 421, sentence: string): Response {
  c.header('Connection', 'close')
  return c.text(sentence, status)
}
