import type { IncomingMessage } from 'node:http'
import type { Json } from './json.ts'

const longestBody = 1024 * 1024

/** The body as JSON; undefined when it is none, or longer than anything meant for this device. */
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
