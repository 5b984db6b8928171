import type { OutgoingHttpHeaders } from 'node:http'
import type { Json } from './json.ts'

/** What the device says to one request. */
export interface Answer {
  readonly status: number
  readonly mediaType?: string
  readonly body?: string
  readonly headers?: OutgoingHttpHeaders
  /** The error in the body, for an answer that reports one in RESTCONF's form. */
  readonly error?: RestconfError
}

export interface RestconfError {
  readonly tag: string
  readonly message: string
}

export const yangJson = 'application/yang-data+json'

export function dataAnswer(body: Json): Answer {
  return { status: 200, mediaType: yangJson, body: JSON.stringify(body) }
}

export type ErrorType = 'protocol' | 'application'

export function errorAnswer(status: number, tag: string, message: string, type: ErrorType): Answer {
  const error = [{ 'error-type': type, 'error-tag': tag, 'error-message': message }]
  const body = JSON.stringify({ 'ietf-restconf:errors': { error } })
  return { status, mediaType: yangJson, body, error: { tag, message } }
}

/** The answer to every refused login, whatever was wrong with it. It has no WWW-Authenticate header. */
export const accessDenied = errorAnswer(401, 'access-denied', 'Access denied.', 'protocol')
export const writeDenied = errorAnswer(403, 'access-denied', 'Access denied.', 'application')
/** A resource that the user may not read gets the same answer as an empty one. */
export const noData = errorAnswer(404, 'invalid-value', 'No data from sysrepo.', 'application')
export const badRequest = (message: string) => errorAnswer(400, 'operation-failed', message, 'application')
export const unsupportedContent = errorAnswer(
  500,
  'operation-failed',
  'Internal server error due to sysrepo exception.',
  'application',
)
export const syntaxError = errorAnswer(400, 'operation-failed', 'Syntax error', 'application')

/** An answer of the web server in front of the RESTCONF server. */
export function pageAnswer(status: number, title: string, headers: OutgoingHttpHeaders = {}): Answer {
  const heading = `${status} ${title}`
  const body = `<html>\r\n<head><title>${heading}</title></head>\r\n<body>\r\n<center><h1>${heading}</h1></center>\r\n</body>\r\n</html>\r\n`
  return { status, mediaType: 'text/html', body, headers }
}

/** What the web server says while the RESTCONF server behind it is down. */
export const badGateway: Answer = {
  status: 502,
  mediaType: 'text/html',
  body: `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="5"><title>Loading…</title></head>
<body><h1>Loading…</h1><p>The management service is starting.</p></body></html>
`,
}
