import type { IncomingHttpHeaders } from 'node:http'
import { type Answer, errorAnswer, yangJson } from '../answer.ts'

const understood = new Set(['*/*', 'application/*', yangJson])

/** Media types are judged before the password is: a 406 says nothing about it. */
export function refuseMediaTypes(headers: IncomingHttpHeaders): Answer | undefined {
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
