interface SignIn extends Pick<BunFetchRequestInit, 'headers' | 'tls' | 'unix'> {
  readonly username?: string
  readonly password?: string
}

/** Signs in as a script does, and returns the answer and the cookies for the requests after it. */
export async function signIn(
  service: string | URL,
  { username = 'admin', password = 'admin', ...request }: SignIn = {},
): Promise<{ answer: Response; cookie: string }> {
  const answer = await fetch(new URL('/login', service), {
    ...request,
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ username, password }),
  })
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  return { answer, cookie: cookies.join('; ') }
}
