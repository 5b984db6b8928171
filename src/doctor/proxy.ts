import { failed, type Look, ok, type Patient, type Step, warning } from './findings.ts'

/** What reaches the service of a browser's request, asked through the proxy in front of it. */
export function proxySteps({ through, timeoutMs }: Patient): readonly Step[] {
  if (!through) return []
  const proxy = { through, timeoutMs }
  return [
    { name: 'proxy', look: () => orUnreachable(proxy, judgeAnswer) },
    { name: 'client address', look: () => orUnreachable(proxy, judgeAddress) },
    { name: 'host and scheme', look: () => orUnreachable(proxy, judgeOrigin) },
  ]
}

interface Proxy {
  /** The service, as browsers address it. */
  readonly through: URL
  readonly timeoutMs: number
}

async function orUnreachable(proxy: Proxy, judge: (proxy: Proxy) => Promise<Look>): Promise<Look> {
  try {
    return await judge(proxy)
  } catch (error) {
    return failed(
      `${proxy.through.href} does not answer: ${error instanceof Error ? error.message : String(error)}`,
      'Check the address, the proxy’s certificate and its log.',
    )
  }
}

async function judgeAnswer(proxy: Proxy): Promise<Look> {
  const { status } = await ask(proxy, '/healthz')
  if (status === 204) return ok(`${proxy.through.href} leads to the service`)
  return failed(
    `/healthz is answered ${status}, not 204`,
    'The proxy answers itself or leads somewhere else: check where it sends requests, and that the service runs.',
  )
}

/** Without the client's address, one guesser of passwords makes everybody wait. */
async function judgeAddress(proxy: Proxy): Promise<Look> {
  const { headers } = await ask(proxy, '/healthz')
  const known = headers.get('x-portico-client')
  if (known === 'forwarded') return ok('the proxy passes the client’s address on')
  return warning(
    known === 'unknown'
      ? 'the service does not know the client’s address'
      : 'the service takes the proxy for the client',
    'Let the proxy set X-Forwarded-For, and name the proxy in --trusted-proxies. Until then one guesser of passwords ' +
      'makes everybody wait. (Without a proxy in between all is well.)',
  )
}

/** An empty login, as a browser's page would send it: it is told from a forged one by scheme, host and port. */
async function judgeOrigin(proxy: Proxy): Promise<Look> {
  const { origin } = proxy.through
  const { status } = await ask(proxy, '/login', {
    method: 'POST',
    body: new URLSearchParams({ username: '', password: '' }),
    headers: { origin },
  })
  if (status === 200) return ok(`a login from a page of ${origin} is taken for what it is`)
  return failed(
    `a login from a page of ${origin} is answered ${status}, as if another site had sent it`,
    'The proxy must pass the Host header with its port (nginx: proxy_set_header Host $http_host) and, for HTTPS, set ' +
      'X-Forwarded-Proto; the proxy must be named in --trusted-proxies.',
  )
}

function ask({ through, timeoutMs }: Proxy, path: string, request: RequestInit = {}): Promise<Response> {
  return fetch(new URL(path, through), {
    redirect: 'manual',
    ...request,
    signal: AbortSignal.timeout(timeoutMs),
  })
}
