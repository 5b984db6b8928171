import type { Answer } from './answer.ts'

interface Wording {
  readonly of: RegExp
  readonly tag: string
  readonly message: string
}

/** rousette's words, which the demo device uses, and clixon's. A group in a pattern is the bad element. */
const wordings: readonly Wording[] = [
  {
    of: /^Couldn't find schema node: \/([^:/]+):/,
    tag: 'unknown-element',
    message: 'No such yang module prefix',
  },
  {
    of: /^Couldn't find schema node: \/([^:/]+)$/,
    tag: 'unknown-element',
    message: 'Unknown element',
  },
  { of: /^Node '([^']*)' is not a child of /, tag: 'unknown-element', message: 'Unknown element' },
  {
    of: /^List '\S*?([^/']+)' requires /,
    tag: 'malformed-message',
    message: "malformed key, expected '=restval'",
  },
  { of: /^No data from sysrepo\.$/, tag: 'invalid-value', message: 'Instance does not exist' },
  { of: /^Access denied\.$/, tag: 'access-denied', message: 'access denied' },
  { of: /^Invalid value or unknown node "([^"]*)"/, tag: 'bad-element', message: 'Invalid value' },
]

/** The answer with the error as clixon writes it: one object instead of a list, with a severity. */
export function withClixonError(answer: Answer): Answer {
  const { error } = answer
  if (!error) return answer
  const known = wordings.find(({ of }) => of.test(error.message))
  const badElement = known?.of.exec(error.message)?.[1]
  const written = {
    'error-type': 'application',
    'error-tag': known?.tag ?? error.tag,
    ...(badElement !== undefined && { 'error-info': { 'bad-element': badElement } }),
    'error-severity': 'error',
    'error-message': known?.message ?? error.message,
  }
  return { ...answer, body: JSON.stringify({ 'ietf-restconf:errors': { error: written } }) }
}
