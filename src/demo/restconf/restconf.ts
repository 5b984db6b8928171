import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { type Account, type Accounts, type Pace, readBasic } from '../accounts.ts'
import { type Answer, accessDenied, dataAnswer, errorAnswer, syntaxError, yangJson } from '../answer.ts'
import type { Datastore } from '../datastore.ts'
import { readData, unknownNode } from './read.ts'
import { readTarget, type Target } from './target.ts'
import { writeData } from './write.ts'

export interface RestconfParts {
  readonly accounts: Accounts
  readonly datastore: Datastore
  readonly pace: Pace
}

/** The RESTCONF server: media types are judged first, then the login, then the path. */
export async function answerRestconf(parts: RestconfParts, request: IncomingMessage): Promise<Answer> {
  const refused = refuseMediaTypes(request.headers)
  if (refused) return refused
  const account = await signIn(parts, request.headers.authorization)
  if (!account) return accessDenied
  if (request.method === 'OPTIONS') return options
  const target = readTarget(request.url ?? '')
  if (target.kind === 'malformed') return syntaxError
  if (target.kind === 'unknown' || hasQuery(request)) return unknownNode
  if (target.kind === 'root') return apiRoot
  return answerData(parts.datastore, account, target, request)
}

async function signIn({ accounts, pace }: RestconfParts, authorization: string | undefined) {
  const check = accounts.check(readBasic(authorization))
  if (check.kind === 'unusable') return undefined
  await pace[check.kind]()
  return check.kind === 'accepted' ? check.account : undefined
}

function answerData(
  datastore: Datastore,
  account: Account,
  target: Extract<Target, { kind: 'data' }>,
  request: IncomingMessage,
): Answer | Promise<Answer> {
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return readData(datastore, account, target)
    case 'PUT':
    case 'PATCH':
    case 'DELETE':
      return writeData(datastore, account, target, request)
    default:
      return methodNotAllowed
  }
}

/** The demo device knows no query parameters; a real one refuses those it does not know in the same way. */
function hasQuery(request: IncomingMessage): boolean {
  return (request.url ?? '').includes('?')
}

const allow = { Allow: 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT' }
const options: Answer = { status: 200, headers: allow }
const methodNotAllowed: Answer = {
  ...errorAnswer(405, 'operation-not-supported', 'Method not allowed.', 'application'),
  headers: allow,
}
/** Any account may see it, also one that may see no data. */
const apiRoot = dataAnswer({
  'ietf-restconf:restconf': { data: {}, operations: {}, 'yang-library-version': '2019-01-04' },
})

const understood = new Set(['*/*', 'application/*', yangJson])

/** Media types are judged before the password is: a 406 says nothing about it. */
function refuseMediaTypes(headers: IncomingHttpHeaders): Answer | undefined {
  const { accept } = headers
  if (accept !== undefined && !accept.split(',').some(isWelcome))
    return errorAnswer(406, 'operation-not-supported', 'No requested format supported', 'application')
  // also on a GET, which has no body to describe
  const given = headers['content-type']
  if (given !== undefined && !given.startsWith(yangJson))
    return errorAnswer(
      415,
      'operation-not-supported',
      'content-type format value not supported',
      'application',
    )
  return undefined
}

function isWelcome(range: string): boolean {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  return understood.has(type) && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
}
