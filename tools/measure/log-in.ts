import { Agent, type IncomingMessage, request } from 'node:http'

/** One try at the login form, as if from an address behind a proxy on this machine. */
export interface Try {
  readonly username?: string
  readonly password?: string
  readonly from?: string
  /** What the browser brings of earlier logins. */
  readonly cookie?: string
}

/** node:http, because this runtime's fetch has no more than 256 requests under way. */
const agent = new Agent({ keepAlive: true })

export async function logInAt(
  service: string,
  { username = 'admin', password = 'admin', from = '192.0.2.1', cookie }: Try,
) {
  const startedAt = performance.now()
  const { statusCode: status = 0, headers } = await post(`${service}/login`, {
    from,
    cookie,
    body: new URLSearchParams({ username, password }).toString(),
  })
  const cookies = (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0])
  return { status, cookie: cookies.join('; '), ms: performance.now() - startedAt }
}

interface Post {
  readonly from: string
  readonly cookie: string | undefined
  readonly body: string
}

function post(url: string, { from, cookie, body }: Post): Promise<IncomingMessage> {
  const headers = {
    'X-Forwarded-For': from,
    'Content-Type': 'application/x-www-form-urlencoded',
    ...(cookie && { Cookie: cookie }),
  }
  return new Promise((resolve, reject) => {
    const post = request(url, { agent, method: 'POST', headers }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer))
      answer.on('error', reject)
    })
    post.on('error', reject)
    post.end(body)
  })
}

/** Does all the work, so much of it at a time. */
export async function inParallel(atATime: number, count: number, work: (index: number) => Promise<void>) {
  let next = 0
  const worker = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: atATime }, worker))
}
