import type { CsrfTokens } from '../session/csrf-tokens.ts'
import type { Connection } from './scope.ts'

export type Answer = (request: Request, connection: Connection) => Response | Promise<Response>

/**
 * Answers `GET /login` from memory to visitors who differ in nothing that the page depends on, as most do: their
 * token is the same within a minute, and so is the page. Whoever sends a cookie is somebody, and asks anew.
 */
export function rememberLoginPage(answer: Answer, csrf: CsrfTokens): Answer {
  const pages = new Map<string, RememberedPage>()
  let token = ''

  async function answerAndRemember(kind: string, request: Request, connection: Connection) {
    const response = await answer(request, connection)
    if (response.status === 200 && pages.size < MOST_PAGES) {
      pages.set(kind, { body: await response.clone().bytes(), headers: new Headers(response.headers) })
    }
    return response
  }

  return (request, connection) => {
    const kind = kindOfVisitor(request, connection)
    if (kind === undefined) return answer(request, connection)
    const current = csrf.forVisitors()
    if (current !== token) pages.clear()
    token = current
    const page = pages.get(kind)
    if (!page) return answerAndRemember(kind, request, connection)
    return new Response(page.body, { headers: page.headers })
  }
}

interface RememberedPage {
  readonly body: Uint8Array<ArrayBuffer>
  readonly headers: Headers
}

/** Beyond them a visitor's page is drawn each time: nobody fills the memory by asking for many languages. */
const MOST_PAGES = 100

/** Without a valid host the URL is a bare path, and the guards refuse it. */
const pathOf = (url: string) => (url.startsWith('http') ? url.slice(url.indexOf('/', 8)) : undefined)

/** All that the guards and the page look at; undefined for any other request. */
function kindOfVisitor({ method, url, headers }: Request, { peer, tls }: Connection): string | undefined {
  if (method !== 'GET' || pathOf(url) !== '/login' || headers.has('cookie')) return undefined
  // A request with a body is the framing guard's to judge.
  if (headers.has('content-length') || headers.has('transfer-encoding')) return undefined
  const forwarded = headers.get('x-forwarded-proto')
  const scheme = forwarded === null ? tls : `${forwarded} says ${peer}`
  return `${headers.get('host')}\n${headers.get('accept-language')}\n${scheme}`
}
