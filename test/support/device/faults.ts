import { z } from 'zod'
import type { JournalEntry } from './journal.ts'

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

function concerns({ resource, path, method, username, stranger }: Where, entry: JournalEntry): boolean {
  return (
    (resource === undefined || isAtOrBelow(entry.resource, resource)) &&
    (path === undefined || entry.path.startsWith(path)) &&
    (method === undefined || entry.method === method) &&
    (username === undefined || entry.username === username) &&
    (!stranger || entry.username === undefined)
  )
}

function isAtOrBelow(asked: string | undefined, resource: string): boolean {
  return asked === resource || (asked?.startsWith(`${resource}/`) ?? false)
}

const ms = z.int().min(0)
const headers = z.record(z.string(), z.union([z.string(), z.array(z.string())]))

/** Instead of the device: the password is not looked at. */
const inFront = [
  /** Takes the request and never answers. */
  z.strictObject({ kind: z.literal('hang') }),
  /** Sends a header that never ends, a byte at a time. */
  z.strictObject({ kind: z.literal('slow-head'), everyMs: ms.optional() }),
  /** Cuts the connection before any answer. */
  z.strictObject({ kind: z.literal('reset'), how: z.enum(['rst', 'close']).optional() }),
  /** A page of someone else's, with 200: the captive portal. */
  z.strictObject({ kind: z.literal('html') }),
  /** The web server's page while RESTCONF behind it is down. */
  z.strictObject({ kind: z.literal('bad-gateway') }),
  z.strictObject({ kind: z.literal('redirect'), to: z.string(), status: z.int().optional() }),
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(200).max(599),
    tag: z.string().optional(),
    message: z.string().optional(),
  }),
] as const

/** With the device's answer: a wrong password is still refused. */
const inTheAnswer = [
  /** Lets the device answer, later. */
  z.strictObject({ kind: z.literal('slow'), ms }),
  /** Adds headers, `Set-Cookie` for example, to what the device answers. */
  z.strictObject({ kind: z.literal('headers'), headers }),
  z.strictObject({ kind: z.literal('media-type'), mediaType: z.string() }),
  /** Any JSON as the body. */
  z.strictObject({ kind: z.literal('body'), body: z.json() }),
  /** Any text as the body. */
  z.strictObject({ kind: z.literal('text'), mediaType: z.string(), text: z.string() }),
  z.strictObject({ kind: z.literal('bad-json'), text: z.string().optional() }),
  /** Lists inside lists. */
  z.strictObject({ kind: z.literal('deep'), depth: z.int().min(1) }),
  z.strictObject({
    kind: z.literal('huge'),
    bytes: z.int().min(0),
    framing: z.enum(['length', 'chunked']).optional(),
  }),
  /** The device's answer compressed, or a small answer that inflates to so many bytes. */
  z.strictObject({ kind: z.literal('gzip'), inflatesTo: z.int().optional() }),
  /** A body that never ends, a byte at a time. */
  z.strictObject({ kind: z.literal('drip'), everyMs: ms.optional() }),
  /** Half of the body, then the connection is cut. */
  z.strictObject({ kind: z.literal('reset-midway'), framing: z.enum(['length', 'chunked']) }),
] as const

/** Which requests a fault meets: all that agree with every field given. */
const where = z.strictObject({
  /** `module:path`: that resource and what is below it. */
  resource: z.string().optional(),
  /** What the path begins with, for requests beside the data root. */
  path: z.string().optional(),
  method: z.string().optional(),
  username: z.string().optional(),
  /** Only requests without credentials. */
  stranger: z.boolean().optional(),
  /** Only the first request that it would meet. */
  once: z.boolean().optional(),
  /** Only the n-th request that it would meet, counted from 1. */
  onCall: z.int().min(1).optional(),
})

const fault = z.discriminatedUnion('kind', [...inFront, ...inTheAnswer])
const kindsInFront: ReadonlySet<string> = new Set(inFront.map(({ shape }) => shape.kind.value))

export function isInFront(fault: Fault): fault is FaultInFront {
  return kindsInFront.has(fault.kind)
}

/** Faults as a person writes them down: `[{ "fault": { "kind": "hang" }, "on": { "once": true } }]`. */
export const faultList = z.array(z.strictObject({ fault, on: where.optional() }))

/** One way for the device to misbehave. */
export type Fault = z.infer<typeof fault>
export type FaultInFront = z.infer<(typeof inFront)[number]>
export type FaultInTheAnswer = z.infer<(typeof inTheAnswer)[number]>
export type FaultOf<K extends Fault['kind']> = Extract<Fault, { kind: K }>
export type Where = z.infer<typeof where>
