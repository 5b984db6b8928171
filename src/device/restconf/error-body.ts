import { printable } from './printable.ts'

/** What a device says of a failure. For the debug log only; a page never shows it. */
export interface ErrorBody {
  readonly tag: string
  readonly message: string
}

/** The first error of a RESTCONF error body (RFC 8040 section 7.1); undefined when it is none. */
export function readErrorBody(body: Uint8Array): ErrorBody | undefined {
  const errors = member(parsed(body), 'ietf-restconf:errors')
  const error = member(errors, 'error')
  // A list by the RFC; clixon sends a single error as an object.
  const first = Array.isArray(error) ? error[0] : error
  const tag = member(first, 'error-tag')
  if (typeof tag !== 'string') return undefined
  const message = member(first, 'error-message')
  return { tag: printable(tag), message: typeof message === 'string' ? printable(message) : '' }
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return Object.getOwnPropertyDescriptor(value, name)?.value
}
