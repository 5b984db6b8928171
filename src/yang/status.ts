import type { Status } from './model.ts'

const severity: Readonly<Record<Status, number>> = { current: 0, deprecated: 1, obsolete: 2 }

/** What a `status` statement says; current when there is none, or an unknown one. */
export function readStatus(argument: string | undefined): Status {
  return argument === 'deprecated' || argument === 'obsolete' ? argument : 'current'
}

/** The later of two, in the order current, deprecated, obsolete: what is in something obsolete is obsolete, too. */
export function olderStatus(one: Status, other: Status): Status {
  return severity[one] < severity[other] ? other : one
}
