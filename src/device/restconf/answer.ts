import type { Code } from './codes.ts'
import type { ErrorBody } from './error-body.ts'
import { readErrorBody } from './error-body.ts'

/** A whole answer of the device. */
export interface Answer {
  readonly status: number
  /** Without parameters, in lower case; empty when there was none. */
  readonly mediaType: string
  readonly body: Uint8Array
  /** Where a redirect would lead. Nobody goes there; the doctor tells of it. */
  readonly location?: string | undefined
}

/** What an answer to a GET amounts to. */
export type Reading =
  | { readonly kind: 'data'; readonly value: unknown }
  | {
      readonly kind: 'failed'
      readonly status: number
      readonly code: Code
      /** What the device gives as the reason, in RESTCONF's form. */
      readonly says: ErrorBody | undefined
    }

export function readAnswer({ status, mediaType, body }: Answer): Reading {
  if (status === 200 && mediaType === 'application/yang-data+json') return readData(body)

  const says = readErrorBody(body)
  const failed = (code: Code): Reading => ({ kind: 'failed', status, code, says })
  if (status === 200) return failed('media-type')
  if (status >= 300 && status < 400) return failed('redirect')
  // The 404 of a web server that knows no RESTCONF says nothing about the resource.
  const isRestconf = says !== undefined || mediaType.startsWith('application/yang-data+')
  if (status === 404 && !isRestconf) return failed('media-type')
  return failed(`status-${status}`)
}

function readData(body: Uint8Array): Reading {
  try {
    return { kind: 'data', value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) }
  } catch {
    return { kind: 'failed', status: 200, code: 'bad-json', says: undefined }
  }
}
