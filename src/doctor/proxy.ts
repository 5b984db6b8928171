import { isLoopback } from '../addresses.ts'
import { failed, type Look, ok, type Patient, type Step, warning } from './findings.ts'
import { certificateStep, connectionStep, hostOf, nameStep } from './reach.ts'

/** How a browser's request reaches the service through the proxy in front of it. */
export function proxySteps(patient: Patient): readonly Step[] {
  const { through } = patient
  if (!through) return []
  // Trusts the authorities that this machine trusts, like a browser on it.
  const proxy: Patient = { ...patient, root: through, trust: { kind: 'system' } }
  return [
    { name: 'proxy connection', look: () => judgeConnection(proxy) },
    { name: 'proxy certificate', look: () => judgeCertificate(proxy) },
    { name: 'proxy', look: () => orSilent(proxy, judgeAnswer) },
    { name: 'client address', look: () => orSilent(proxy, judgeAddress) },
    { name: 'host and scheme', look: () => orSilent(proxy, judgeOrigin) },
  ]
}

async function judgeConnection(proxy: Patient): Promise<Look> {
  const name = await nameStep.look(proxy)
  const found = name.result === 'ok' ? await connectionStep.look(proxy) : name
  return found.result === 'ok'
    ? found
    : failed(found.seen, 'Check the address in --through, and that the proxy runs.')
}

async function judgeCertificate(proxy: Patient): Promise<Look> {
  const host = hostOf(proxy.root)
  if (proxy.root.protocol === 'http:' && !isLoopback(host))
    return warning(
      'browsers connect over plain HTTP',
      'Anyone between a browser and the proxy can read every password. Let the proxy speak HTTPS.',
    )
  const found = await certificateStep.look(proxy)
  if (found.result !== 'failed') return found
  return warning(
    `${found.seen}; browsers warn before they show the login page`,
    'Give the proxy a certificate that browsers trust; until then each user has to accept it. The steps below ignore it.',
  )
}

/** The runtime's own words about a connection without an answer would not help the reader. */
async function orSilent(proxy: Patient, judge: (proxy: Patient) => Promise<Look>): Promise<Look> {
  try {
    return await judge(proxy)
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    return failed(
      isLate ? `no answer in ${proxy.timeoutMs / 1000} s` : 'the connection ended without an answer',
      'Look at the log of the proxy, and check where it sends requests.',
    )
  }
}

async function judgeAnswer(proxy: Patient): Promise<Look> {
  const { status } = await ask(proxy, '/healthz')
  if (status === 204) return ok(`${proxy.root.href} leads to the service`)
  if (status === 421)
    return failed(
      `the service does not answer to the name ${proxy.root.host}`,
      'Name it in --allowed-hosts, and let the proxy pass the Host header (nginx: proxy_set_header Host $http_host).',
    )
  return failed(
    `/healthz is answered ${status}, not 204`,
    'The proxy answers itself or forwards to something else: check where it sends requests, and that the service runs.',
  )
}

/** Without the client's address, one password guesser slows down every user. */
async function judgeAddress(proxy: Patient): Promise<Look> {
  const { headers } = await ask(proxy, '/healthz')
  const known = headers.get('x-portico-client')
  if (known === 'forwarded') return ok('the proxy passes the client’s address on')
  return warning(
    known === 'unknown'
      ? 'the service does not know the client’s address'
      : 'the service takes the proxy for the client',
    'Let the proxy set X-Forwarded-For, and name the proxy in --trusted-proxies. Until then, one password guesser ' +
      'slows down every user. (If there is no proxy, nothing is wrong.)',
  )
}

/** Sends an empty login as a browser would: the service compares scheme, host and port to detect forged ones. */
async function judgeOrigin(proxy: Patient): Promise<Look> {
  const { origin, protocol } = proxy.root
  const statusOf = async (headers: Record<string, string>) =>
    (await ask(proxy, '/login', emptyLogin(headers))).status
  const strict = await statusOf({ origin })
  if (strict === 200) return ok(`a login from a page of ${origin} is accepted`)

  const why = `the service sees it as a page of ${(await originSeen(proxy)) ?? 'another site'}`
  // Browsers say where a request comes from, but only over HTTPS and to this machine.
  const says =
    protocol === 'https:' || isLoopback(hostOf(proxy.root)) ? { 'sec-fetch-site': 'same-origin' } : undefined
  if (says && (await statusOf({ origin, ...says })) === 200)
    return warning(
      `current browsers can log in at ${origin}; older ones, and scripts that send Origin, get ${strict}: ${why}`,
      PASS_HOST,
    )
  return failed(`a browser that logs in at ${origin} gets ${strict}, the page "expired": ${why}`, PASS_HOST)
}

const PASS_HOST =
  'The proxy must pass the Host header with its port (nginx: proxy_set_header Host $http_host) and, for HTTPS, set ' +
  'X-Forwarded-Proto; the proxy must be named in --trusted-proxies.'

/** The origin that the service would accept a login from: the proxy may drop the port, or not forward the scheme. */
async function originSeen(proxy: Patient): Promise<string | undefined> {
  const { protocol, hostname, host } = proxy.root
  for (const origin of [`${protocol}//${hostname}`, `http://${host}`, `http://${hostname}`]) {
    const { status } = await ask(proxy, '/login', emptyLogin({ origin }))
    if (status === 200) return origin
  }
  return undefined
}

function emptyLogin(headers: Record<string, string>): RequestInit {
  return { method: 'POST', body: new URLSearchParams({ username: '', password: '' }), headers }
}

function ask({ root, timeoutMs }: Patient, path: string, request: RequestInit = {}): Promise<Response> {
  return fetch(new URL(path, root), {
    redirect: 'manual',
    ...request,
    // Nothing secret is sent, and an earlier step has checked the certificate.
    tls: { rejectUnauthorized: false },
    signal: AbortSignal.timeout(timeoutMs),
  })
}
