import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Model } from '../yang/model.ts'
import { type Account, type Accounts, type Pace, readBasic } from './accounts.ts'
import {
  type Answer,
  accessDenied,
  badRequest,
  dataAnswer,
  errorAnswer,
  syntaxError,
  writeDenied,
  yangJson,
} from './answer.ts'
import { withClixonError } from './clixon-errors.ts'
import type { Datastore } from './datastore.ts'
import { readJson } from './json.ts'
import { type Manner, readData } from './read.ts'
import {
  clixonLibrary,
  folderAnswer,
  fullLibrary,
  getSchemaAnswer,
  type Library,
  ownModel,
} from './self-description.ts'
import { type DataTarget, pathOf, readTarget } from './target.ts'
import { writeData } from './write.ts'

export interface RestconfParts {
  readonly accounts: Accounts
  readonly datastore: Datastore
  readonly pace: Pace
  readonly manner: DeviceManner
}

/** How the device answers where real ones differ. */
export interface DeviceManner extends Manner {
  /** Where it serves the texts of its modules. */
  readonly sources: 'folder' | 'get-schema' | 'none'
  /** If false, queries are ignored, and `depth` breaks the answer. */
  readonly hasQueries: boolean
  /** Reports errors as clixon does: see `withClixonError`. */
  readonly hasClixonErrors: boolean
  readonly library: Library
}

/** Like rousette, the server of Infix. */
export const likeRousette: DeviceManner = {
  isNested: true,
  isWrapped: false,
  sources: 'folder',
  hasQueries: true,
  hasClixonErrors: false,
  library: fullLibrary,
}
/** Like clixon. */
export const likeClixon: DeviceManner = {
  isNested: false,
  isWrapped: true,
  sources: 'get-schema',
  hasQueries: false,
  hasClixonErrors: true,
  library: clixonLibrary,
}

/** The RESTCONF server. It answers in the words of the real server that it imitates. */
export async function answerRestconf(parts: RestconfParts, request: IncomingMessage): Promise<Answer> {
  const answer = await answerRequest(parts, request)
  return parts.manner.hasClixonErrors ? withClixonError(answer) : answer
}

/** Media types are judged first, then the login, then the path. */
async function answerRequest(parts: RestconfParts, request: IncomingMessage): Promise<Answer> {
  const isText = isModuleText(request)
  const refused = isText ? undefined : refuseMediaTypes(request.headers)
  if (refused) return refused
  const account = await logIn(parts, request.headers.authorization)
  if (!account) return accessDenied
  if (request.method === 'OPTIONS') return options
  if (isText) return moduleText(parts, account, request)
  return answerTarget(parts, account, request)
}

async function logIn({ accounts, pace }: RestconfParts, authorization: string | undefined) {
  const check = accounts.check(readBasic(authorization))
  if (check.kind === 'unusable') return undefined
  await pace[check.kind]()
  return check.kind === 'accepted' ? check.account : undefined
}

/** These paths are beside the RESTCONF root, not below it. */
function isModuleText({ url = '' }: IncomingMessage): boolean {
  return url.startsWith('/yang/')
}

/** An account that may not read the library may not read the texts either. */
function moduleText(
  { datastore, manner }: RestconfParts,
  { access }: Account,
  { url = '' }: IncomingMessage,
) {
  const maySee = access.read === 'all' || (access.read !== 'none' && !access.read.allBut.some(isLibrary))
  if (manner.sources !== 'folder' || !maySee) return folderAnswer('', datastore.library)
  return folderAnswer(pathOf(url), datastore.library)
}

const isLibrary = (resource: string) => resource.startsWith('ietf-yang-library:')

async function answerTarget(
  parts: RestconfParts,
  account: Account,
  request: IncomingMessage,
): Promise<Answer> {
  const target = readTarget(request.url ?? '')
  switch (target.kind) {
    case 'root':
      return apiRoot
    case 'malformed':
      return syntaxError
    case 'bad-query':
      return badQuery
    case 'unknown':
      return badRequest("Couldn't find schema node")
    case 'operation':
      return operate(parts, account, target.name, request)
    case 'data':
      return answerData({ ...parts, model: await ownModel() }, account, asUnderstood(target, parts), request)
  }
}

function asUnderstood(target: DataTarget, { manner }: RestconfParts): DataTarget {
  return manner.hasQueries ? target : { ...target, query: target.query.depth ? { isSpoilt: true } : {} }
}

async function operate(
  { datastore, manner }: RestconfParts,
  account: Account,
  name: string,
  request: IncomingMessage,
): Promise<Answer> {
  if (name !== 'ietf-netconf-monitoring:get-schema') return badRequest(`Couldn't find schema node: /${name}`)
  if (account.access.read === 'none') return writeDenied
  if (manner.sources !== 'get-schema') return noSubscribers
  return getSchemaAnswer(await readJson(request), datastore.library)
}

function answerData(
  parts: RestconfParts & { readonly model: Model },
  account: Account,
  target: DataTarget,
  request: IncomingMessage,
): Answer | Promise<Answer> {
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return readData(parts, account, target)
    case 'PUT':
    case 'PATCH':
    case 'DELETE':
      return writeData(parts, account, target, request)
    default:
      return methodNotAllowed
  }
}

const badQuery = errorAnswer(400, 'invalid-value', 'Query parameters syntax error', 'protocol')
const noSubscribers = errorAnswer(
  500,
  'operation-failed',
  'There are no matching subscribers for RPC/action',
  'application',
)
const allow = { Allow: 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT' }
const options: Answer = { status: 200, headers: allow }
const methodNotAllowed: Answer = {
  ...errorAnswer(405, 'operation-not-supported', 'Method not allowed.', 'application'),
  headers: allow,
}
/** Every account may see it, even one that may see no data. */
const apiRoot = dataAnswer({
  'ietf-restconf:restconf': { data: {}, operations: {}, 'yang-library-version': '2019-01-04' },
})

const understood = new Set(['*/*', 'application/*', yangJson])

/** Media types are judged before the password is: a 406 says nothing about it. */
function refuseMediaTypes(headers: IncomingHttpHeaders): Answer | undefined {
  const { accept } = headers
  if (accept !== undefined && !accept.split(',').some(isWelcome))
    return errorAnswer(406, 'operation-not-supported', 'No requested format supported', 'application')
  // also for a GET, which has no body
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
