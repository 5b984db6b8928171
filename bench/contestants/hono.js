import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { getSignedCookie, setSignedCookie } from 'hono/cookie'
import { html } from 'hono/html'
import { MemoryStore, sessionMiddleware } from 'hono-sessions'
import { announce, headers, sessionOf, sessionsAtStart, views } from './page.js'

const secret = randomBytes(32).toString('hex')
const store = new MemoryStore()
const app = new Hono()

app.use(async (c, next) => {
  await next()
  for (const [name, value] of headers) c.res.headers.set(name, value)
})
// Not for visitors of the login page: this middleware makes a session for every visitor.
const withSession = sessionMiddleware({
  store,
  sessionCookieName: 'session',
  autoExtendExpiration: false,
  cookieOptions: { path: '/', httpOnly: true, sameSite: 'Lax' },
})

/** Double submit with a signed cookie; Hono's own csrf middleware looks at the origin only. */
async function csrfTokenOf(c) {
  const token = await getSignedCookie(c, secret, 'csrf')
  if (token) return token
  const fresh = randomBytes(32).toString('base64url')
  await setSignedCookie(c, 'csrf', fresh, secret, { path: '/', httpOnly: true, sameSite: 'Strict' })
  return fresh
}

const login = template('login')
const overview = template('overview')

app.get('/login', async (c) => c.html(login({ csrfToken: await csrfTokenOf(c) })))
app.post('/login', withSession, async (c) => {
  const form = await c.req.parseBody()
  const token = Buffer.from(await csrfTokenOf(c))
  const shown = Buffer.from(String(form.csrf))
  if (token.length !== shown.length || !timingSafeEqual(token, shown)) return c.text('Forbidden', 403)
  for (const [name, value] of Object.entries(sessionOf(form.username, 'in a cookie of its own')))
    c.get('session').set(name, value)
  return c.redirect('/', 303)
})
app.get('/', withSession, async (c) => {
  const username = c.get('session').get('username')
  if (!username) return c.redirect('/login', 303)
  return c.html(overview({ csrfToken: await csrfTokenOf(c), username }))
})

/** The page as Hono's tagged template would have it. */
function template(name) {
  const parts = readFileSync(join(views, `${name}.ejs`), 'utf8').split(/<%= (\w+) %>/)
  const strings = parts.filter((_, at) => at % 2 === 0)
  const names = parts.filter((_, at) => at % 2 === 1)
  Object.assign(strings, { raw: strings })
  return (data) => html(strings, ...names.map((key) => data[key]))
}

for (let n = 0; n < sessionsAtStart; n++) {
  const kept = Object.entries(sessionOf(`user-${n}`, 'in a cookie of its own'))
  const data = Object.fromEntries(kept.map(([name, value]) => [name, { value, flash: false }]))
  const id = crypto.randomUUID()
  store.createSession(id, { _id: id, _data: data, _expire: null, _delete: false, _accessed: null })
}
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => announce(port))
