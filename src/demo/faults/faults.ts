import type { JournalEntry } from '../journal-entry.ts'
import type { Fault, Where } from './fault.ts'

/** The ways in which the device misbehaves now. The fault set last is asked first. */
export class Faults {
  #rules: Rule[] = []

  /** Sets a fault on all requests, or on some; what it returns takes it away again. */
  set(fault: Fault, on: Where = {}): () => void {
    const rule: Rule = { fault, on, met: 0 }
    this.#rules.unshift(rule)
    return () => this.#remove(rule)
  }

  clear(): void {
    this.#rules = []
  }

  get list(): readonly { readonly fault: Fault; readonly on: Where }[] {
    return this.#rules.map(({ fault, on }) => ({ fault, on }))
  }

  /** The fault that this request meets; a fault for one call is used up by it. */
  meet(entry: JournalEntry): Fault | undefined {
    return this.#rules.find((rule) => concerns(rule.on, entry) && this.#isDue(rule))?.fault
  }

  #isDue(rule: Rule): boolean {
    rule.met += 1
    const due = rule.on.onCall ?? (rule.on.once ? 1 : undefined)
    if (due === undefined) return true
    if (rule.met >= due) this.#remove(rule)
    return rule.met === due
  }

  #remove(rule: Rule): void {
    this.#rules = this.#rules.filter((other) => other !== rule)
  }
}

interface Rule {
  readonly fault: Fault
  readonly on: Where
  met: number
}

function concerns({ resource, method, username, stranger }: Where, entry: JournalEntry): boolean {
  return (
    (resource === undefined || isAtOrBelow(entry.resource, resource)) &&
    (method === undefined || entry.method === method) &&
    (username === undefined || entry.username === username) &&
    (!stranger || entry.username === undefined)
  )
}

function isAtOrBelow(asked: string | undefined, resource: string): boolean {
  return asked === resource || (asked?.startsWith(`${resource}/`) ?? false)
}
