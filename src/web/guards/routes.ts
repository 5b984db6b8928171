import type { Context, MiddlewareHandler } from 'hono'
import type { Messages } from '../messages.ts'
import { allowedMethods, handlerFor, type Route, type Routes } from '../routes.ts'
import type { Scope } from '../scope.ts'

/** On a path that is open to all, a wrong method is said before anything else is asked. */
export function refuseWrongMethod(routes: Routes, messages: Messages): MiddlewareHandler<Scope> {
  return async (c, next) => {
    const route = routes.find(c.req.path)
    if (!route || route.access === 'session' || handlerFor(route, c.req.method)) return next()
    return showWrongMethod(c, route, messages)
  }
}

/** Whoever has a session may know which paths there are. */
export function refuseUnknown(routes: Routes, messages: Messages): MiddlewareHandler<Scope> {
  return async (c, next) => {
    const route = routes.find(c.req.path)
    if (!route) return messages.show(c, 404)
    return handlerFor(route, c.req.method) ? next() : showWrongMethod(c, route, messages)
  }
}

function showWrongMethod(c: Context<Scope>, route: Route, messages: Messages) {
  c.header('Allow', allowedMethods(route))
  return messages.show(c, 405)
}
