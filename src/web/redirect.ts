import type { Context } from 'hono'

/**
 * Sends the browser to a whole new page. htmx would swap the answer into the old layout,
 * so it is told to navigate instead.
 */
export function redirectFully(c: Context, path: '/' | '/login' | '/sessions'): Response {
  if (c.req.header('hx-request') !== 'true') return c.redirect(path, 303)
  c.header('HX-Redirect', path)
  return c.body(null)
}
