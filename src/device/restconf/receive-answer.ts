import type { IncomingMessage } from 'node:http'
import type { Answer } from './answer.ts'
import { failure } from './codes.ts'

/** Reads an answer to its end, if that is near enough. */
export async function receiveAnswer(response: IncomingMessage, maxBodyBytes: number): Promise<Answer> {
  try {
    return {
      status: response.statusCode ?? 0,
      mediaType: mediaTypeOf(response),
      body: await readBody(response, maxBodyBytes),
      location: response.headers.location,
    }
  } catch (error) {
    // An answer that is not read to its end keeps its connection busy for ever.
    response.destroy()
    throw error
  }
}

async function readBody(response: IncomingMessage, maxBodyBytes: number): Promise<Uint8Array> {
  const { 'content-encoding': encoding = 'identity' } = response.headers
  if (encoding.toLowerCase() !== 'identity') throw failure('content-encoding')

  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response) {
    size += chunk.length
    if (size > maxBodyBytes) throw failure('too-large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function mediaTypeOf({ headers }: IncomingMessage): string {
  return headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
}
