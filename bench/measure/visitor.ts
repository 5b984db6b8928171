/** Logs in through the login page, as a browser would; the cookies that a logged in browser sends. */
export async function logIn(base: URL, username = 'admin', password = 'admin'): Promise<string> {
  const page = await fetch(new URL('/login', base))
  const [, token = ''] = /name="csrf" value="([^"]*)"/.exec(await page.text()) ?? []
  const answer = await fetch(new URL('/login', base), {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookiesOf(page) },
    body: new URLSearchParams({ username, password, csrf: decode(token) }),
  })
  if (answer.status !== 303) throw new Error(`${base} refused the login: ${answer.status}`)
  const loggedIn = merge(cookiesOf(page), cookiesOf(answer))
  // Some hand out the rest of their cookies with the first page.
  const first = await fetch(base, { headers: { cookie: loggedIn }, redirect: 'manual' })
  if (first.status !== 200) throw new Error(`${base} does not know whom it let in: ${first.status}`)
  return merge(loggedIn, cookiesOf(first))
}

const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .join('; ')

function merge(...cookies: readonly string[]): string {
  const pairs = cookies.flatMap((line) => line.split('; ')).filter(Boolean)
  return [...new Map(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair])).values()].join('; ')
}

/** Templates write some characters of a token as entities. */
const decode = (text: string) =>
  text.replaceAll('&#x3D;', '=').replaceAll('&#61;', '=').replaceAll('&#43;', '+').replaceAll('&#x2F;', '/')
