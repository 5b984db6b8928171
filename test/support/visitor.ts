import { setCookieOf } from './cookie-jar.ts'

/** Somebody who has logged in over HTTP, at any instance that shares the session. */
export interface Visitor {
  readonly username: string
  readonly session: string
  readonly csrf: string
}

/** What one request tells about a visitor: whose session it is, that there is none, or nothing. */
export type Sight =
  | { readonly kind: 'known'; readonly username: string }
  | { readonly kind: 'stranger' }
  | { readonly kind: 'unsure'; readonly status: number | undefined }

interface Login extends Pick<BunFetchRequestInit, 'headers' | 'tls' | 'unix'> {
  readonly username?: string
  readonly password?: string
}

/** Posts the login form over HTTP, as a script does. */
export function postLogin(
  service: string | URL,
  { username = 'admin', password = username, ...request }: Login = {},
): Promise<Response> {
  return fetch(new URL('/login', service), {
    ...apart,
    ...request,
    method: 'POST',
    body: new URLSearchParams({ username, password }),
  })
}

/** Logs in over HTTP; undefined when that was not answered with a session. */
export async function logInAt(
  url: string | URL,
  username = 'admin',
  password = username,
): Promise<Visitor | undefined> {
  const answer = await postLogin(url, { username, password }).catch(() => undefined)
  const cookies = answer?.headers.getSetCookie() ?? []
  const [session, csrf] = [setCookieOf(cookies, 'session')?.value, setCookieOf(cookies, 'csrf')?.value]
  return session && csrf ? { username, session, csrf } : undefined
}

/** The cookies that an answer sets, as the next request sends them. */
export function cookiesIn(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

export async function look(url: string, { session }: Pick<Visitor, 'session'>): Promise<Sight> {
  const headers = { Cookie: `session=${session}`, Accept: 'application/json' }
  const answer = await ask(url, '/session', { headers })
  if (answer?.status === 401) return { kind: 'stranger' }
  if (answer?.status !== 200) return { kind: 'unsure', status: answer?.status }
  const { username } = JSON.parse(await answer.text())
  return { kind: 'known', username: String(username) }
}

/** Asks for a page, which keeps the session alive; the status, or undefined without an answer. */
export async function visit(url: string, { session }: Pick<Visitor, 'session'>): Promise<number | undefined> {
  const answer = await ask(url, '/sessions', { headers: { Cookie: `session=${session}` } })
  await answer?.text().catch(() => {})
  return answer?.status
}

/** True when the logout was answered. */
export async function logOutAt(url: string, { session, csrf }: Visitor): Promise<boolean> {
  const headers = { Cookie: `session=${session}` }
  const answer = await ask(url, '/logout', { method: 'POST', headers, body: new URLSearchParams({ csrf }) })
  return answer?.status === 303
}

/** A connection of its own each time: one kept from before the server's death fails for no fault of ours. */
const apart = { redirect: 'manual', keepalive: false } as const

async function ask(url: string, path: string, init: RequestInit): Promise<Response | undefined> {
  try {
    return await fetch(new URL(path, url), { ...apart, ...init })
  } catch {
    return undefined
  }
}
