import type { IncomingMessage } from 'node:http'

/** JSON as the device speaks it. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [member: string]: Json
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

/** An own member, so that `__proto__` and its like name nothing. */
export function member(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

const longestBody = 1024 * 1024

/** The body as JSON; undefined when it is not JSON, or longer than anything meant for this device. */
export async function readJson(request: IncomingMessage): Promise<Json | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > longestBody) return undefined
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    return undefined
  }
}
