/** Somebody who is signed in, at any instance that shares the session. */
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

/** Signs in as a script does; undefined when that was not answered with a session. */
export async function logInAt(
  url: string,
  username: string,
  password = username,
): Promise<Visitor | undefined> {
  const body = new URLSearchParams({ username, password })
  const answer = await ask(url, '/login', { method: 'POST', body })
  const cookies = answer?.status === 303 ? answer.headers.getSetCookie() : []
  const session = cookieIn(cookies, 'session')
  const csrf = cookieIn(cookies, 'csrf')
  return session && csrf ? { username, session, csrf } : undefined
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

async function ask(url: string, path: string, init: RequestInit): Promise<Response | undefined> {
  try {
    // A connection of its own each time: one kept from before the server's death fails for no fault of ours.
    return await fetch(new URL(path, url), { redirect: 'manual', keepalive: false, ...init })
  } catch {
    return undefined
  }
}

function cookieIn(cookies: readonly string[], name: string): string | undefined {
  const line = cookies.find((cookie) => cookie.startsWith(`${name}=`))
  return line?.slice(name.length + 1).split(';')[0]
}
