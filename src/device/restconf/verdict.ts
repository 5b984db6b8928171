import type { Reading } from './answer.ts'
import type { Code } from './codes.ts'

/** What one answer says about the credentials it was asked with. */
export type Verdict =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'rejected'; readonly code: Code }
  | { readonly kind: 'unreachable'; readonly code: Code }
  /** 404: another resource may tell. `hidden` when the device gives a reason in RESTCONF's form. */
  | { readonly kind: 'undecided'; readonly code: Code; readonly hidden: boolean }

/** The contract's table "Verdicts on credentials". */
export function judge(reading: Reading): Verdict {
  if (reading.kind === 'data') return { kind: 'accepted' }

  const { status, code, says } = reading
  // Status and media type have spoken for the credentials; the body only cannot tell of features.
  if (code === 'bad-json') return { kind: 'accepted' }
  if (status === 401 || status === 403) return { kind: 'rejected', code }
  if (status === 404) return { kind: 'undecided', code, hidden: says !== undefined }
  return { kind: 'unreachable', code }
}
