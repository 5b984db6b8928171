import type { Status } from './model.ts'

const severity: Readonly<Record<Status, number>> = { current: 0, deprecated: 1, obsolete: 2 }

/** What a `status` statement says; current when there is none, or an unknown one. */
export function readStatus(argument: string | undefined): Status {
  return argument === 'deprecated' || argument === 'obsolete' ? argument : 'current'
}

/** A part is at least as old as the whole that it belongs to. */
export function olderStatus(one: Status, other: Status): Status {
  return severity[one] < severity[other] ? other : one
}
