import type { Context } from 'hono'
import type { Cookies } from './cookies.ts'
import { readForm } from './form.ts'
import type { Route } from './routes.ts'
import type { Scope } from './scope.ts'
import { languages } from './texts/languages.ts'
import { themes } from './views/frame.ts'

/** What a visitor may choose for this browser, before login and after: the cookies, and the values they take. */
const preferences = [
  ['theme', themes],
  ['language', languages.map(({ code }) => code)],
] as const

export function preferencesRoute(cookies: Cookies): Route {
  const set = (c: Context<Scope>) => setPreferences(cookies, c)
  return { path: '/preferences', access: 'public', csrf: 'session', methods: { POST: set } }
}

async function setPreferences(cookies: Cookies, c: Context<Scope>): Promise<Response> {
  const form = await readForm(c)
  const fields = form.kind === 'form' ? form.fields : new Map<string, string>()
  const chosen = preferences.flatMap(([name, values]) => {
    const value = fields.get(name)
    return value === undefined ? [] : [{ name, value, isKnown: values.some((known) => known === value) }]
  })
  const wrong = chosen.find(({ isKnown }) => !isKnown)
  if (wrong) return c.text(`this is not a ${wrong.name} we have`, 400)
  for (const { name, value } of chosen) cookies.set(c, name, value)
  return c.redirect(pageBefore(c), 303)
}

/** Back to the page with the form. Only a plain path is taken from the Referer, so it never leads to another site. */
function pageBefore(c: Context<Scope>): string {
  const referer = c.req.header('referer') ?? ''
  const path = URL.canParse(referer) ? new URL(referer).pathname : '/'
  return /^(\/[\w.~:,=@+-]+)+$/.test(path) ? path : '/'
}
