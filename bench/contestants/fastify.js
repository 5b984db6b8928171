import { randomBytes } from 'node:crypto'
import cookie from '@fastify/cookie'
import csrfProtection from '@fastify/csrf-protection'
import formbody from '@fastify/formbody'
import session from '@fastify/session'
import view from '@fastify/view'
import ejs from 'ejs'
import Fastify from 'fastify'
import { announce, headers, sessionOf, sessionsAtStart, views } from './page.js'

const secret = randomBytes(32).toString('hex')
const store = new session.MemoryStore(new Map())
const app = Fastify({ bodyLimit: 16_384 })

app.addHook('onRequest', async (_request, reply) => {
  for (const [name, value] of headers) reply.header(name, value)
})
await app.register(formbody)
await app.register(cookie, { secret })
await app.register(session, {
  secret,
  store,
  cookieName: 'session',
  saveUninitialized: false,
  rolling: false,
  cookie: { secure: false, sameSite: 'lax' },
})
await app.register(csrfProtection, {
  cookieKey: 'csrf',
  cookieOpts: { path: '/', httpOnly: true, sameSite: 'strict', signed: true },
  getToken: (request) => request.body.csrf,
})
await app.register(view, { engine: { ejs }, root: views, viewExt: 'ejs', production: true })

app.get('/login', (_request, reply) => reply.view('login', { csrfToken: reply.generateCsrf() }))
app.post('/login', { preHandler: app.csrfProtection }, async (request, reply) => {
  await request.session.regenerate()
  Object.assign(request.session, sessionOf(request.body.username, 'made of a cookie of its own'))
  return reply.redirect('/', 303)
})
app.get('/', (request, reply) => {
  const { username } = request.session
  if (!username) return reply.redirect('/login', 303)
  return reply.view('overview', { csrfToken: reply.generateCsrf(), username })
})

for (let n = 0; n < sessionsAtStart; n++) {
  const kept = { cookie: { path: '/', httpOnly: true, sameSite: 'lax', originalMaxAge: null } }
  const id = randomBytes(24).toString('base64url')
  store.set(id, { ...kept, ...sessionOf(`user-${n}`, 'in a cookie of its own') }, () => {})
}
await app.listen({ host: '127.0.0.1', port: 0 })
announce(app.server.address().port)
