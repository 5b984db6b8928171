import type { Context, MiddlewareHandler } from 'hono'
import type { Renderer } from '../renderer.ts'
import { allowedMethods, handlerFor, type Route, type Routes } from '../routes.ts'
import type { Scope } from '../scope.ts'

/** On a public path, a wrong method is refused before anything else is checked. */
export function refuseWrongMethod(routes: Routes, renderer: Renderer): MiddlewareHandler<Scope> {
  return async (c, next) => {
    const route = routes.find(c.req.path)
    if (!route || route.access === 'session' || handlerFor(route, c.req.method)) return next()
    return showWrongMethod(c, route, renderer)
  }
}

/** Behind the session guard: only users with a session learn which paths exist. */
export function refuseUnknown(routes: Routes, renderer: Renderer): MiddlewareHandler<Scope> {
  return async (c, next) => {
    const route = routes.find(c.req.path)
    if (!route) return renderer.showMessage(c, 404)
    return handlerFor(route, c.req.method) ? next() : showWrongMethod(c, route, renderer)
  }
}

function showWrongMethod(c: Context<Scope>, route: Route, renderer: Renderer) {
  c.header('Allow', allowedMethods(route))
  return renderer.showMessage(c, 405)
}
