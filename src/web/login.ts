import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type LoginAttempt, type LoginParts, logIn } from '../login/log-in.ts'
import type { CsrfTokens } from '../session/server-secret.ts'
import { type Cookies, cookieValue } from './cookies.ts'
import { readForm } from './form.ts'
import { presentedTokens } from './guards/csrf.ts'
import { takeNotice } from './notice.ts'
import type { Renderer } from './renderer.ts'
import { type Route, redirectFully } from './routes.ts'
import type { Scope } from './scope.ts'
import type { Texts } from './texts/languages.ts'

interface LoginRouteParts {
  readonly login: LoginParts
  readonly csrf: CsrfTokens
  readonly cookies: Cookies
  readonly loginPage: LoginPage
}

/** The login page, and the way in. */
export function loginRoute(parts: LoginRouteParts): Route {
  return {
    path: '/login',
    access: 'public',
    csrf: 'own',
    methods: { GET: (c) => parts.loginPage.show(c), POST: (c) => postLogin(parts, c) },
  }
}

/** In the order of the specification: the form, the token, the two fields, the device. */
async function postLogin({ login, csrf, cookies, loginPage }: LoginRouteParts, c: Context<Scope>) {
  const form = await readForm(c)
  if (form.kind === 'unread') return loginPage.show(c, { error: 'invalid-request', status: form.status })
  if (form.kind === 'not-a-form') return loginPage.show(c, { error: 'invalid-request' })
  const username = form.fields.get('username') ?? ''
  // Any token of ours, also with a session: a user with two login pages open can use both.
  if (!(await presentedTokens(c)).every((token) => csrf.isOurs(token))) {
    c.get('log').warn('forgery.refused', { because: 'wrong-token', path: '/login', username })
    return loginPage.showExpired(c, username)
  }

  const outcome = await logIn(login, attemptOf(c, username, form.fields.get('password') ?? ''))
  switch (outcome.kind) {
    case 'refused':
      return loginPage.show(c, { error: outcome.because, username })
    case 'throttled':
      c.header('Retry-After', String(outcome.retryAfterSeconds))
      return loginPage.show(c, { error: 'too-many-attempts', username, status: 429 })
    case 'busy':
      c.header('Retry-After', String(outcome.retryAfterSeconds))
      return loginPage.show(c, { error: 'device-unreachable', username, status: 503 })
    case 'failed':
      return c.text('Internal server error', 500)
    case 'left':
      return c.body(null, 400)
    case 'welcome':
      cookies.set(c, 'session', outcome.session.token)
      cookies.set(c, 'csrf', outcome.session.csrfToken)
      cookies.set(c, 'known', outcome.knownCookie)
      // Clears the notice, or the login page would show it again when this session ends.
      if (cookieValue(c, 'notice') !== undefined) cookies.clear(c, 'notice')
      return redirectFully(c, '/')
  }
}

function attemptOf(c: Context<Scope>, username: string, password: string): LoginAttempt {
  return {
    username,
    password,
    address: c.get('address') ?? '',
    browser: browserName(c.req.header('user-agent') ?? ''),
    previous: c.get('session'),
    previousToken: c.get('storeError') ? c.get('sessionToken') : undefined,
    knownCookie: cookieValue(c, 'known'),
    hasLeft: () => c.req.raw.signal.aborted,
    log: c.get('log'),
  }
}

interface LoginPageState {
  readonly error?: keyof Texts['errors']
  readonly username?: string
  readonly status?: ContentfulStatusCode
}

/** Draws login.html. The form comes back with the user name that was typed, never with the password. */
export class LoginPage {
  readonly #renderer: Renderer
  readonly #cookies: Cookies

  constructor(renderer: Renderer, cookies: Cookies) {
    this.#renderer = renderer
    this.#cookies = cookies
  }

  show(
    c: Context<Scope>,
    { error, username = '', status }: LoginPageState = {},
  ): Response | Promise<Response> {
    const text = this.#renderer.textFor(c)
    const said = error ? text.errors[error] : ''
    const notice = takeNotice(c, this.#cookies, text)
    const html = this.#renderer.drawShared(c, 'login', {
      kind: [said, notice].join('\n'),
      differing: [this.#renderer.csrfTokenFor(c), legible(username)],
      data: ([CsrfToken = '', Username = '']) => ({ Error: said, Notice: notice, CsrfToken, Username }),
    })
    return this.#renderer.send(c, html, status)
  }

  /** A fresh page for a change that we cannot know to be the visitor's own. */
  showExpired(c: Context<Scope>, username = ''): Response | Promise<Response> {
    return this.show(c, { error: 'page-expired', status: 403, username })
  }
}

/** HTML cannot contain NUL and similar characters. The page leaves them out; the device gets the exact name. */
function legible(text: string): string {
  return text.replace(/[\p{Cc}\p{Noncharacter_Code_Point}]/gu, '')
}

/** Browsers claim to be each other: the first of these names that appears is the real one. */
const browsers: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS|Chromium)\//],
  ['Safari', /\bSafari\//],
  ['curl', /^curl\//],
]
const systems: readonly (readonly [string, RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(iPhone|iPad)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]

/** A User-Agent as people would say it: `Firefox, Linux`. Empty when it is unknown. */
export function browserName(userAgent: string): string {
  const named = (list: readonly (readonly [string, RegExp])[]) =>
    list.filter(([, pattern]) => pattern.test(userAgent)).slice(0, 1)
  return [...named(browsers), ...named(systems)].map(([name]) => name).join(', ')
}
