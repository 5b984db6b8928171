import { randomBytes } from 'node:crypto'
import cookieParser from 'cookie-parser'
import { doubleCsrf } from 'csrf-csrf'
import express from 'express'
import session from 'express-session'
import { announce, headers, sessionOf, sessionsAtStart, views } from './page.js'

const secret = randomBytes(32).toString('hex')
const store = new session.MemoryStore()
const app = express()
app.set('view engine', 'ejs').set('views', views).set('etag', false).disable('x-powered-by')

app.use((_request, response, next) => {
  for (const [name, value] of headers) response.setHeader(name, value)
  next()
})
app.use(cookieParser())
app.use(
  session({
    name: 'session',
    secret,
    store,
    resave: false,
    saveUninitialized: false,
    cookie: { sameSite: 'lax' },
  }),
)
app.use(express.urlencoded({ extended: false, limit: '16kb' }))

const { doubleCsrfProtection } = doubleCsrf({
  getSecret: () => secret,
  // A visitor without a session gets none for looking at the login page.
  getSessionIdentifier: (request) => (request.session.username ? request.session.id : ''),
  getCsrfTokenFromRequest: (request) => request.body.csrf,
  cookieName: 'csrf',
  cookieOptions: { secure: false },
})
app.use(doubleCsrfProtection)

app.get('/login', (request, response) => response.render('login', { csrfToken: request.csrfToken() }))
app.post('/login', (request, response) => {
  request.session.regenerate(() => {
    Object.assign(request.session, sessionOf(request.body.username, 'in a cookie of its own'))
    request.csrfToken({ overwrite: true })
    response.redirect(303, '/')
  })
})
app.get('/', (request, response) => {
  const { username } = request.session
  if (!username) return response.redirect(303, '/login')
  response.render('overview', { csrfToken: request.csrfToken(), username })
})

for (let n = 0; n < sessionsAtStart; n++) {
  const cookie = { originalMaxAge: null, httpOnly: true, path: '/', sameSite: 'lax' }
  store.set(randomBytes(24).toString('base64url'), {
    cookie,
    ...sessionOf(`user-${n}`, 'in a cookie of its own'),
  })
}
const server = app.listen(0, '127.0.0.1', () => announce(server.address().port))
